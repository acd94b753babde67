"""What the kernel still holds of what was written to a socket, and making it let go.

A transport calls bytes written as soon as the kernel has them; whether the peer has taken them
only the kernel knows. On Linux alone; elsewhere the answer is always that it holds nothing.
"""

import socket
import struct
import sys
from asyncio import BaseTransport

if sys.platform == "linux":
    # not later: a process without a free file descriptor cannot import
    import fcntl
    import termios


def unacknowledged_bytes(transport: BaseTransport) -> int:
    """Bytes handed to the kernel whose receipt the peer's kernel has not confirmed."""
    if sys.platform != "linux":
        return 0
    sock = transport.get_extra_info("socket")
    try:
        # SIOCOUTQ of tcp(7), which has the same number
        held = fcntl.ioctl(sock.fileno(), termios.TIOCOUTQ, b"\0\0\0\0")
    except (OSError, ValueError):
        # it is closed already
        return 0
    return int.from_bytes(held, sys.byteorder)


def drop_unsent(transport: BaseTransport) -> None:
    """Let the socket's close throw away what the peer has not taken.

    Else the kernel keeps it for minutes, half a megabyte for each peer that does not read.
    """
    sock = transport.get_extra_info("socket")
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    except (OSError, ValueError):
        # it is closed already
        return
