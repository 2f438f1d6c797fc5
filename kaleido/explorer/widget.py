"""The widgets of `kaleido.explore`; all that they show is made by `show_panel`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import ipywidgets as widgets

from kaleido.explorer.panel import STYLE, show_panel
from kaleido.explorer.walkthrough import Walkthrough

Way = Callable[[int], int]  # leads from one step to another
SPEEDS = {"slow": 1200, "medium": 500, "fast": 150}  # milliseconds per step


class Explorer:
    """Searches side by side, with one slider for all steps; a shorter search stays at its end."""

    def __init__(self, walks: Sequence[Walkthrough], *, islands: bool, marks: str) -> None:
        self._walks = walks
        self._marks = marks
        self._forks = {number for walk in walks for number in walk.forks}
        self._backtracks = {number for walk in walks for number in walk.backtracks}
        self._last = max(map(len, walks)) - 1
        wide = widgets.Layout(width="100%", max_width="760px")
        self.slider = widgets.IntSlider(max=self._last, description="step", layout=wide)
        self._play = widgets.Play(max=self._last, interval=SPEEDS["medium"], show_repeat=False)
        # In the browser, so that playing needs no answer of the kernel before the next step.
        widgets.jslink((self._play, "value"), (self.slider, "value"))
        self._speed = widgets.Dropdown(
            options=SPEEDS, value=SPEEDS["medium"], layout=widgets.Layout(width="90px")
        )
        widgets.dlink((self._speed, "value"), (self._play, "interval"))
        self._islands = widgets.ToggleButton(
            value=islands, description="islands", tooltip="tint the islands", layout=_FIT
        )
        self._panels = [widgets.HTML() for _ in walks]
        for source in (self.slider, self._islands):
            source.observe(self._show, "value")
        self._show()
        self.widget: Any = widgets.VBox(
            [
                widgets.HTML(STYLE, layout=widgets.Layout(margin="0")),
                widgets.HBox(
                    [self._play, self._speed, *self._buttons(), self._islands], layout=_ROW
                ),
                self.slider,
                widgets.HBox(self._panels, layout=_ROW),
            ]
        )

    @property
    def step(self) -> int:
        """The moment that is shown."""
        return int(self.slider.value)

    @step.setter
    def step(self, number: int) -> None:
        self.slider.value = number

    @property
    def html(self) -> str:
        """What is shown, without the controls."""
        return STYLE + "".join(panel.value for panel in self._panels)

    def _buttons(self) -> list[Any]:
        ways: dict[str, tuple[str, str, Way]] = {
            "first": ("fast-backward", "", lambda _: 0),
            "previous backtrack": ("angle-left", "backtrack", _before(self._backtracks)),
            "previous fork": ("angle-left", "fork", _before(self._forks)),
            "back": ("step-backward", "", lambda step: step - 1),
            "on": ("step-forward", "", lambda step: step + 1),
            "next fork": ("angle-right", "fork", _after(self._forks)),
            "next backtrack": ("angle-right", "backtrack", _after(self._backtracks)),
            "last": ("fast-forward", "", lambda _: self._last),
        }
        return [self._button(name, *way) for name, way in ways.items()]

    def _button(self, name: str, icon: str, word: str, way: Way) -> Any:
        button = widgets.Button(icon=icon, description=word, tooltip=name, layout=_FIT)

        def go(_: Any) -> None:
            self.step = min(max(way(self.step), 0), self._last)

        button.on_click(go)
        return button

    def _show(self, _: Any = None) -> None:
        for walk, panel in zip(self._walks, self._panels, strict=True):
            panel.value = show_panel(
                walk, self.step, islands=self._islands.value, marks=self._marks
            )

    def __repr__(self) -> str:
        shown = "\n ".join(walk.recording.answer.heading for walk in self._walks)
        return f"<Explorer at step {self.step} of {self._last}:\n {shown}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widgets and, where a page is only read, what they show now."""
        bundle = self.widget._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return data | {"text/plain": repr(self), "text/html": self.html}, metadata


def _before(numbers: Iterable[int]) -> Way:
    return lambda step: max((each for each in numbers if each < step), default=step)


def _after(numbers: Iterable[int]) -> Way:
    return lambda step: min((each for each in numbers if each > step), default=step)


_FIT = widgets.Layout(width="auto")
_ROW = widgets.Layout(flex_flow="row wrap", align_items="center")
