"""Whose address counts behind proxies: a table of headers, honest and forged."""

import pytest

from server.config import Config
from server.net.forwarded import TrustedProxies
from tests.net.raw import UPGRADE, Raw
from tests.net.world import listening

PROXIES = ("10.0.0.0/8", "127.0.0.1", "2001:db8:ff::/48")
CLIENT = "192.0.2.7"


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        # one proxy, several, several headers
        ("10.0.0.1", [CLIENT], CLIENT),
        ("10.0.0.1", [f"{CLIENT}, 10.0.0.2, 10.0.0.3"], CLIENT),
        ("10.0.0.1", [CLIENT, "10.0.0.2"], CLIENT),
        ("10.0.0.1", [f"  {CLIENT}\t,10.0.0.2 "], CLIENT),
        ("::ffff:10.0.0.1", [CLIENT], CLIENT),
        ("2001:db8:ff::1", ["2001:db8:1::9"], "2001:db8:1::9"),
        # what the client itself wrote stands to the left and counts for nothing
        ("10.0.0.1", [f"198.51.100.1, {CLIENT}"], CLIENT),
        ("10.0.0.1", ["198.51.100.1", CLIENT], CLIENT),
        ("10.0.0.1", [f"198.51.100.1, 10.9.9.9, {CLIENT}, 10.0.0.2"], CLIENT),
        ("10.0.0.1", [f"nonsense, {CLIENT}"], CLIENT),
        # not from a trusted peer: ignored
        (CLIENT, ["198.51.100.1"], CLIENT),
        ("11.0.0.1", ["198.51.100.1"], "11.0.0.1"),
        ("2001:db8:fe::1", ["198.51.100.1"], "2001:db8:fe::1"),
        ("", ["198.51.100.1"], ""),
        # nothing said, or nothing but proxies: the outermost proxy
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        # ports and brackets, as some proxies write them
        ("10.0.0.1", [f"{CLIENT}:51234"], CLIENT),
        ("10.0.0.1", ["[2001:db8:1::9]:51234"], "2001:db8:1::9"),
        ("10.0.0.1", ["[2001:db8:1::9]"], "2001:db8:1::9"),
        ("10.0.0.1", ["fe80::1%eth0"], "fe80::1"),
        ("10.0.0.1", ["::ffff:192.0.2.7"], CLIENT),
        # no address: the hop that passed it on
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["unknown"], "10.0.0.1"),
        ("10.0.0.1", ["unknown, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", [f"{CLIENT},"], "10.0.0.1"),
        ("10.0.0.1", ["192.0.2.777"], "10.0.0.1"),
        ("10.0.0.1", ["[::1"], "::1"),
        ("10.0.0.1", ["," * 8_000], "10.0.0.1"),
    ],
)
def test_client_of(peer: str, forwarded: list[str], client: str) -> None:
    assert TrustedProxies(PROXIES).client_of(peer, forwarded) == client


def test_by_default_nobody_is_trusted() -> None:
    assert TrustedProxies().client_of("127.0.0.1", [CLIENT]) == "127.0.0.1"
    assert Config().trusted_proxies == ()


@pytest.mark.parametrize("network", ["10.0.0.1/8", "10.0.0.0/33", "proxy.example", ""])
def test_what_is_no_network_is_refused(network: str) -> None:
    with pytest.raises(ValueError):
        TrustedProxies([network])


async def test_limits_count_clients_behind_a_proxy_by_their_own_addresses() -> None:
    config = Config(connections_per_address=1, trusted_proxies=("127.0.0.1",), close_ms=200)
    async with (
        listening(config) as world,
        await Raw.open(world.port) as first,
        await Raw.open(world.port) as second,
        await Raw.open(world.port) as third,
    ):
        for raw, client in ((first, CLIENT), (second, "2001:db8:1:2::9"), (third, CLIENT)):
            await raw.upgrade(headers={"X-Forwarded-For": f"198.51.100.1, {client}"})
        guests = [await world.guests.get() for _ in range(2)]
        assert [guest.address for guest in guests] == [CLIENT, "2001:db8:1:2::"]
        assert await third.closed() == 4429


async def test_the_header_may_stand_twice() -> None:
    config = Config(trusted_proxies=("127.0.0.0/8",), close_ms=200)
    async with listening(config) as world, await Raw.open(world.port) as raw:
        lines = [("Host", "a"), *UPGRADE.items()]
        lines += [("X-Forwarded-For", "198.51.100.1"), ("x-forwarded-for", CLIENT)]
        head = "".join(f"{name}: {value}\r\n" for name, value in lines)
        raw.write(f"GET /ws HTTP/1.1\r\n{head}\r\n".encode())
        assert (await raw.answer()).status == 101
        assert (await world.guests.get()).address == CLIENT
