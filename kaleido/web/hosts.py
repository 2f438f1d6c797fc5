"""The names that a server goes by."""

import ipaddress
import re
from collections.abc import Iterable

from kaleido.errors import OptionError
from kaleido.text import quote

LOOPBACK = ("localhost", "127.0.0.1", "::1")

_HOST = re.compile(r"(?:\[([^\[\]]*)\]|([^:\[\]]*))(?::\d{0,5})?", re.ASCII)
"""An address in brackets or a name, and a port. Nothing else may stand behind either of them."""

_NAME = re.compile(r"[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*", re.ASCII)


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
        found = _HOST.fullmatch(host.lower())
        if found is None:
            return False
        name = found[1] or found[2] or ""
        return name in self._names or (self._addresses and _is_address(name))


def check_name(text: str) -> str:
    """Return the name of a host in lower case.

    Raises
    ------
    OptionError
        It is neither a name nor an address, or a port or a scheme comes with it.

    Examples
    --------
    >>> check_name("Kaleido.Example"), check_name("fe80::1")
    ('kaleido.example', 'fe80::1')
    """
    name = text.lower()
    if not _is_address(name) and not (len(name) <= 253 and _NAME.fullmatch(name)):
        raise OptionError(
            f"{quote(text, 80)} is no name of a host: expected one such as 'kaleido.example', "
            "without a scheme or a port"
        )
    return name


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
