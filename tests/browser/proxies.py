"""Reverse proxies in front of a server, configured by the examples that hosts are given.

They listen on a free port of loopback as whoever runs the tests, keep their files in a directory of
the test, and end with it.
"""

import asyncio
import os
import shutil
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

EXAMPLES: Final = Path(__file__).parents[2] / "server/hosting"
READY_S: Final = 10.0
EXAMPLE_SERVER: Final = "127.0.0.1:8000"

_NGINX: Final = """daemon off;
pid {0}/pid;
error_log {0}/errors.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {0}/body;
    proxy_temp_path {0}/proxy;
    fastcgi_temp_path {0}/fastcgi;
    uwsgi_temp_path {0}/uwsgi;
    scgi_temp_path {0}/scgi;
    include {0}/example.conf;
}}
"""


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    """The text with each first word replaced; one that is not there is a mistake."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(directory: Path, port: int, server: str) -> Sequence[str]:
    """The command that starts nginx with the example."""
    example = replaced(
        (EXAMPLES / "nginx.conf").read_text(),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        (EXAMPLE_SERVER, server),
    )
    (directory / "example.conf").write_text(example)
    main = directory / "nginx.conf"
    main.write_text(_NGINX.format(directory))
    return "nginx", "-p", str(directory), "-e", str(directory / "errors.log"), "-c", str(main)


def caddy(directory: Path, port: int, server: str) -> Sequence[str]:
    """The command that starts Caddy with the example."""
    example = replaced(
        (EXAMPLES / "Caddyfile").read_text(),
        ("example.org {", f"http://127.0.0.1:{port} {{"),
        (EXAMPLE_SERVER, server),
    )
    main = directory / "Caddyfile"
    main.write_text("{\n\tadmin off\n\tauto_https off\n}\n" + example)
    return "caddy", "run", "--adapter", "caddyfile", "--config", str(main)


PROXIES: Final[dict[str, Callable[[Path, int, str], Sequence[str]]]] = {
    "nginx": nginx,
    "caddy": caddy,
}


def found(name: str) -> str | None:
    """Where a proxy's program is; distributions hide some from those who are not root."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


@asynccontextmanager
async def proxy(name: str, directory: Path, server: str) -> AsyncIterator[str]:
    """A proxy in front of `server` (host and port); gives the link of the game behind it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    program, *words = PROXIES[name](directory, port, server)
    kept = {
        "HOME": str(directory),
        "XDG_CONFIG_HOME": str(directory),
        "XDG_DATA_HOME": str(directory),
    }
    with (directory / "output").open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            found(program) or program, *words, env=os.environ | kept, stdout=output, stderr=output
        )
        try:
            async with asyncio.timeout(READY_S):
                await _answers(process, port)
            yield f"http://127.0.0.1:{port}/mines/"
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _answers(process: asyncio.subprocess.Process, port: int) -> None:
    """Return when somebody listens."""
    while process.returncode is None:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return
    raise RuntimeError(f"the proxy has ended with {process.returncode}")
