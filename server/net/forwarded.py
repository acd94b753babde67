"""Whose address counts when a reverse proxy stands between: read from `X-Forwarded-For`.

Anybody can write that header, so it is believed only as far as trusted proxies have written it:
from the right, every entry was added by the hop after it. Must never raise, whatever it says.
"""

import ipaddress
from collections.abc import Iterable
from typing import Final

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

HEADER: Final = "X-Forwarded-For"


class TrustedProxies:
    """The networks whose word is taken. Raises ValueError for what is no network."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks: tuple[Network, ...] = tuple(map(ipaddress.ip_network, networks))

    def client_of(self, peer: str, forwarded: Iterable[str]) -> str:
        """The client's address, given the connection's and the header's values in order.

        The first address from the right that is no trusted proxy's. With nothing but proxies it is
        the outermost; at an entry that is no address, the proxy that passed it on.
        """
        client = peer
        if not self._networks or not self.trusts(client):
            return client
        for entry in reversed(",".join(forwarded).split(",")):
            address = _address_in(entry)
            if address is None:
                return client
            client = str(address)
            if not self.trusts(client):
                return client
        return client

    def trusts(self, host: str) -> bool:
        """Whether this is the address of a trusted proxy."""
        address = _address_in(host)
        return address is not None and any(address in network for network in self._networks)


def _address_in(entry: str) -> Address | None:
    """The address in an entry such as `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[::1]:80`."""
    text = entry.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
