"""The names that a server goes by."""

import ipaddress
from collections.abc import Iterable

LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Hosts:
    """The names that a server goes by, besides those of the loopback interface.

    Parameters
    ----------
    names : iterable of str, optional
    addresses : bool, optional
        Whether every numerical address is accepted, as for a server on all interfaces. Another
        site cannot make a browser send one to this server: DNS rebinding takes a name.

    Examples
    --------
    >>> hosts = Hosts()
    >>> [host in hosts for host in ("localhost:8064", "[::1]:80", "evil.example:8064")]
    [True, True, False]
    """

    def __init__(self, names: Iterable[str] = (), *, addresses: bool = False) -> None:
        self._names = {name.lower() for name in (*LOOPBACK, *names)}
        self._addresses = addresses

    def __contains__(self, host: str) -> bool:
        name = _without_port(host)
        return name in self._names or (self._addresses and _is_address(name))


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
