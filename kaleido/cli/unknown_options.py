"""An option that a command lacks: a list of rules for what somebody may mean by it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from shlex import join

import click

from kaleido.base.arguments import option_values, options_called
from kaleido.base.elsewhere import meant_by
from kaleido.base.text import both, either, plural, similar
from kaleido.cli.commands import ANYWHERE
from kaleido.library.data import SHOWN, known, named_path, names

MANY = 5  # commands that a message names

_NOUNS = {"PUZZLE": "pattern", "BOARDS": "pattern", "GROUP": "group"}
"""By the name of an argument, the option that others have for it."""


@dataclass(frozen=True)
class UnknownOption:
    """An option, with its hyphens, among the words of a command that does not have it."""

    flag: str
    context: click.Context
    words: Sequence[str]
    app: click.Group

    def advice(self) -> str:
        """Return what the option may mean, or which commands have it; "" if nothing is like it."""
        rules = (
            self._before_the_command,
            self._what_the_command_does,
            self._the_argument,
            self._a_board_or_group,
            self._without_an_option,
            self._name_of_an_option,
            self._option_of_the_value,
            self._form_of_a_picture,
            self._way_to_keep,
            self._some_solutions,
            self._meant,
            self._owners,
        )
        return next(filter(None, (rule() for rule in rules)), "")

    def _before_the_command(self) -> str:
        if self.flag not in flags_of(self.app):
            return ""
        return f"it goes before the command, as in `kaleido {self.flag} {self.context.info_name}`"

    def _what_the_command_does(self) -> str:
        if self._options or self.context.info_name not in self._called:
            return ""
        return f"`{self.context.command_path}` does that without an option"

    def _the_argument(self) -> str:
        usual = [] if self._options else [_NOUNS.get(self._noun, "")]
        if self._name.upper() != self._noun and not options_called(self._name, usual):
            return ""
        return f"{self._noun} goes without it, as in `{self.context.command_path} {self._noun}`"

    def _a_board_or_group(self) -> str:
        from kaleido.library.ruled_names import is_ruled  # it takes long to load

        if not self._about or any(map(named_path, self.words[1:])):
            return ""
        if known(self._name, names()) or is_ruled(self._name):
            return f"`{self.context.command_path} {self._name}` takes the board of that name"
        is_group = _taking(self.context.command, self._name, click.Argument)
        way = f"`{self.context.command_path} {self._name}` takes the group of that name"
        return way if is_group else ""

    def _without_an_option(self) -> str:
        """Tell how the command does without an option that no command has."""
        has = flags_of(self.context.command)
        said = [] if options_called(self._name, has) else meant_by(self._name.lower(), "remark")
        own = {*has, *ANYWHERE}
        return next((each for each in said if own.issuperset(re.findall(r"--[\w-]+", each))), "")

    def _name_of_an_option(self) -> str:
        meant = f"--{self._value}"
        is_option = not self._meant_ways and meant in flags_of(self.context.command)
        return f"did you mean {meant}?" if is_option else ""

    def _option_of_the_value(self) -> str:
        """Name the option that takes the word after this one, unless it is a board."""
        taking = [] if named_path(self._value) else _taking(self.context.command, self._value)
        return f"did you mean {either(taking)}?" if taking else ""

    def _form_of_a_picture(self) -> str:
        suffix = f".{self._value.lower()}"
        outputs = [each for each in self.context.command.params if "--output" in each.opts]
        takes = [suffix in re.findall(r"\.\w+", getattr(each, "help", "")) for each in outputs]
        return f"did you mean --output FILE{suffix}?" if any(takes) else ""

    def _way_to_keep(self) -> str:
        """Name the way in which an answer gets into a file such as follows the option."""
        found = re.search(rf"(?<!\S){re.escape(self.flag)}[= ]?(\S+\.(\w+))", " ".join(self.words))
        if not found or not self._is_output:
            return ""
        file, suffix = found.groups()
        if suffix == "json" and "--json" in flags_of(self.context.command):
            return f"did you mean `--json > {file}`?"
        ways = meant_by(suffix.lower(), "suffix") if self._about == "[PUZZLE]" else []
        if not ways:
            return ""
        asked = (self.flag, file, f"{self.flag}={file}", f"{self.flag}{file}")
        rest = [each for each in self.words[1:] if each not in asked]
        takes = flags_of(dict(self._commands)[ways[0].partition(" ")[0]])
        if any(each[:1] == "-" and each not in takes for each in rest):
            rest = [each for each in rest if named_path(each)][:1]
        return f"did you mean `kaleido {ways[0].format(join(rest) or 'PUZZLE')} {file}`?"

    def _some_solutions(self) -> str:
        """Name the command that finds the first solutions, for a number of them."""
        found = re.search(rf"(?<!\S){re.escape(self.flag)}[= ](\d+)(?!\S)", " ".join(self.words))
        has_own = options_called(self._name, flags_of(self.context.command))
        is_number = self._about == "[PUZZLE]" and options_called(self._name, ["number"])
        if not (found and is_number) or has_own:
            return ""
        board = next(filter(named_path, self.words[1:]), "PUZZLE")
        return f"did you mean `kaleido solutions {board} -n {found[1]}`?"

    def _meant(self) -> str:
        if not self._meant_ways:
            return ""
        owners = self._owners() if self.flag in self._known else ""
        return f"did you mean {either(self._meant_ways)}? {owners}".rstrip()

    def _owners(self) -> str:
        """Name the commands that have the option, or one with its name elsewhere."""
        alike = options_called(self._name, sorted(self._known - {self.flag, "--output"}))
        is_other = alike and self.flag not in self._known and not self._meant_ways
        wanted = alike[0] if is_other else self.flag
        have = [name for name, command in self._commands if wanted in flags_of(command)]
        # Those about the same thing, a puzzle, come first.
        about = {name: argument_of(command) for name, command in self._commands}
        have.sort(key=lambda name: not self._about or about[name] != self._about)
        if len(have) > MANY:
            have[MANY:] = [f"{plural(len(have) - MANY, 'other command')}"]
        parts = ["`> FILE` keeps the text"] if self._is_output else []
        if have:
            it = wanted if is_other or self._meant_ways else "it"
            after = ", after the command" if self.context.command is self.app else ""
            parts.append(f"{both(have)} {'has' if len(have) == 1 else 'have'} {it}{after}")
        return "; ".join(parts)

    @property
    def _name(self) -> str:
        return self.flag.lstrip("-")

    @property
    def _value(self) -> str:
        """The word after the option, or an empty text at the end of the words."""
        after = self.words.index(self.flag) + 1 if self.flag in self.words else len(self.words)
        return "".join(self.words[after : after + 1])

    @cached_property
    def _about(self) -> str | None:
        return argument_of(self.context.command)

    @property
    def _noun(self) -> str:
        return (self._about or "").strip("[]…")

    @property
    def _called(self) -> tuple[str, ...]:
        """The name, and the commands that are called so elsewhere."""
        word, here = self._name.lower(), str(self.context.info_name)
        return self._name, *(meant_by(word, here) or meant_by(word, "command"))

    @cached_property
    def _options(self) -> list[str]:
        # A letter that other commands have is not a misspelt option of this one.
        is_letter = len(self._name) == 1
        if is_letter and any(self.flag in flags_of(command) for _, command in self._commands):
            return []
        return meant_options(self.flag, self.context.command)

    @cached_property
    def _meant_ways(self) -> list[str]:
        """The options that may be meant, and the other commands."""
        if " " in "".join(self._options):
            return self._options  # the value of an option is not a command, too
        commands = dict(self._commands)
        others = []
        for each in self._called:
            other = commands.get(each.partition(" ")[0], self.context.command)
            # A command about a puzzle is not meant by an option of one about groups.
            its = argument_of(other)
            is_near = self._about in (None, its) or "PUZZLE" not in str(its)
            if other is not self.context.command and is_near:
                others.append(f"the command `kaleido {each}`")
        return [*self._options, *others]

    @property
    def _is_output(self) -> bool:
        return not self._meant_ways and bool(options_called(self._name, ["output"]))

    @cached_property
    def _commands(self) -> list[tuple[str, click.Command]]:
        """All commands by name, and then those that belong to another."""
        own = list(_commands_of(self.app, self.context))
        groups = [(name, each) for name, each in own if isinstance(each, click.Group)]
        inner = ((name, _commands_of(group, self.context)) for name, group in groups)
        return own + [(f"{name} {each}", command) for name, of in inner for each, command in of]

    @cached_property
    def _known(self) -> set[str]:
        """The long options of all commands."""
        flags = (flag for _, command in self._commands for flag in flags_of(command))
        return {flag for flag in flags if flag.startswith("--")}


def _taking(command: click.Command, value: str, kind: type = click.Option) -> list[str]:
    """Return the options of a command, or its arguments, that take a word, with that word."""
    return [
        f"{option.opts[0]} {value}"
        for option in command.params
        for item in option.shell_complete(click.Context(command), value)
        if (item.type, item.value) == ("plain", value) and isinstance(option, kind)
    ]


def _commands_of(group: click.Group, context: click.Context) -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield name, command


def meant_options(flag: str, command: click.Command) -> list[str]:
    """Return the options of a command that somebody may mean by a name that it lacks."""
    word, case = flag.lstrip("-"), flag.swapcase()
    own = [each for each in flags_of(command) if each.startswith("-")]
    flags = ["--help", *ANYWHERE, *own]
    near = similar(word, [each[2:] for each in flags if each != case], SHOWN)
    called = (word, *meant_by(word, "value"))
    values = [each for value in called for each in _taking(command, value)]
    meant = (
        [*options_called(word, flags), *values]
        or [each for each in flags if each == case]
        or [f"--{each}" for each in near]
        or [
            each
            for each in own
            if each.startswith(f"--{word}") and len(word) == 1 and not meant_by(word, "option")
        ][:SHOWN]
    )
    values_of = option_values(word)
    meant = [f"{each} {values_of.get(each.lstrip('-'), '')}".strip() for each in meant]
    listed = {name: each.metavar or "" for each in command.params for name in each.opts}
    is_choice = len(meant) == 1 and "|" in listed.get(meant[0], "")
    return [f"{meant[0]} {listed[meant[0]]}"] if is_choice else meant


def flags_of(command: click.Command) -> list[str]:
    """Return the names of the arguments of a command, and those of its options with hyphens."""
    return [each for option in command.params for each in (*option.opts, *option.secondary_opts)]


def argument_of(command: click.Command) -> str | None:
    """Return the name of the first argument of a command."""
    arguments = (each for each in command.params if isinstance(each, click.Argument))
    return next((each.metavar for each in arguments), None)
