"""Let Kaleido see this system as another one, in every process: ``pytest --like windows``.

Python loads this file when it starts, where its folder is on PYTHONPATH. KALEIDO_LIKE names the
system: on Windows and macOS, Kaleido's modules find none of the names that are missing there;
``spawn`` starts processes as both of them do. Everybody else, such as the standard library and the
tests, sees the system as it is.
"""

import builtins
import importlib
import multiprocessing
import os
from types import ModuleType
from typing import Any

NO_POSIX = {
    "os": (
        *("chown", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg"),
        *("getpgid", "getuid", "killpg", "lchown", "mkfifo", "nice", "openpty", "pread"),
        *("sched_getaffinity", "sched_setaffinity", "setpgid", "setsid", "statvfs", "sysconf"),
        *("uname", "wait", "waitid", "wait4", "WNOHANG", "O_NONBLOCK", "O_CLOEXEC", "sendfile"),
    ),
    "signal": (
        *("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGPROF", "SIGQUIT", "SIGSTOP"),
        *("SIGUSR1", "SIGUSR2", "SIG_BLOCK", "SIG_SETMASK", "ITIMER_PROF", "ITIMER_REAL"),
        *("alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "sigwait"),
    ),
    "select": ("epoll", "poll"),
    "time": ("tzset",),
}
NO_LINUX = {
    "os": (
        *("copy_file_range", "eventfd", "fdatasync", "getrandom", "getresuid", "memfd_create"),
        *("pidfd_open", "pipe2", "posix_fadvise", "posix_fallocate"),
        *("sched_getaffinity", "sched_setaffinity", "setresuid"),
    ),
    "signal": ("SIGPOLL", "SIGPWR", "SIGRTMAX", "SIGRTMIN", "SIGSTKFLT", "sigtimedwait"),
    "select": ("epoll",),
}


def _refuse(*_: object) -> None:
    raise ValueError("current limit exceeds maximum limit")


MISSING = {"windows": NO_POSIX, "macos": NO_LINUX}
INSTEAD: dict[str, dict[tuple[str, str], Any]] = {
    "windows": {("os", "name"): "nt"},
    "macos": {("resource", "setrlimit"): _refuse},
}
NO_MODULES = {"windows": ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")}


class Seen(ModuleType):
    """A module as another system has it."""

    def __init__(self, real: ModuleType, missing: tuple[str, ...], instead: dict[str, Any]) -> None:
        super().__init__(real.__name__)
        _own(self).update(real=real, missing=missing, instead=instead)

    def __getattribute__(self, name: str) -> Any:
        own = _own(self)
        if name in own["missing"]:
            raise AttributeError(f"module {own['real'].__name__!r} has no attribute {name!r}")
        return own["instead"][name] if name in own["instead"] else getattr(own["real"], name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(_own(self)["real"], name, value)


def _own(seen: Seen) -> dict[str, Any]:
    found: dict[str, Any] = object.__getattribute__(seen, "__dict__")
    return found


def see_as(system: str) -> None:
    """Let this process be like one on another system."""
    if system == "spawn":
        multiprocessing.set_start_method("spawn", force=True)
        return
    missing, instead = MISSING[system], INSTEAD[system]
    seen = {
        name: Seen(
            importlib.import_module(name),
            missing.get(name, ()),
            {own: value for (module, own), value in instead.items() if module == name},
        )
        for name in {*missing, *(module for module, _ in instead)}
    }
    imported = builtins.__import__

    def look(name: str, within: Any = None, *others: Any, **named: Any) -> Any:
        package = (within or {}).get("__package__") or (within or {}).get("__name__") or ""
        if package.partition(".")[0] == "kaleido":
            if name in NO_MODULES.get(system, ()):
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            if name in seen:
                return seen[name]
        return imported(name, within, *others, **named)

    builtins.__import__ = look


if _wanted := os.environ.get("KALEIDO_LIKE"):
    see_as(_wanted)
