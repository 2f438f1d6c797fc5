"""The widgets of `kaleido.explore`; all that they show is made by `show_panel`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import ipywidgets as widgets

from kaleido.plot.explorer.panel import STYLE, show_panel
from kaleido.plot.explorer.tree import BranchSpot, SearchTree
from kaleido.plot.explorer.walkthrough import Walkthrough

Way = Callable[[int], int]  # leads from one step to another
SPOT = 14  # the side of a place to click in a tree, in pixels
LIVE = "<style>.kaleido-still { display: none; }</style>"
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
        self._trees = list(map(SearchTree, walks))
        self._drawn = [widgets.HTML(layout=widgets.Layout(margin="0")) for _ in walks]
        for source in (self.slider, self._islands):
            source.observe(self._show, "value")
        self._show()
        self.widget: Any = widgets.VBox(
            [
                widgets.HTML(STYLE + LIVE, layout=widgets.Layout(margin="0")),
                widgets.HBox(
                    [self._play, self._speed, *self._buttons(), self._islands], layout=_ROW
                ),
                self.slider,
                self._beside(),
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
        """The panels without the controls; before the first step, those of the end."""
        parts = (
            f'<div>{panel}<div class="kaleido-tree">{drawn}</div></div>'
            for panel, drawn in self._shown(self.step or self._last)
        )
        return f'{STYLE}<div class="kaleido-panels">{"".join(parts)}</div>'

    def _beside(self) -> Any:
        """Return the panels with their trees, as many beside each other as there is room for."""
        parts = []
        for panel, drawn, tree in zip(self._panels, self._drawn, self._trees, strict=True):
            spots = [self._spot(each) for each in tree.spots]
            box = widgets.Box([drawn, *spots], layout=widgets.Layout(min_height=f"{tree.height}px"))
            parts.append(widgets.VBox([panel, box.add_class("kaleido-tree")]))
        return widgets.Box(parts).add_class("kaleido-panels")

    def _spot(self, spot: BranchSpot) -> Any:
        place = {"left": f"{spot.x - SPOT / 2:.0f}px", "top": f"{spot.y - SPOT / 2:.0f}px"}
        layout = widgets.Layout(**place)
        return self._button(lambda _: spot.moment, tooltip=spot.words, layout=layout)

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
        return [
            self._button(way, icon=icon, description=word, tooltip=name, layout=_FIT)
            for name, (icon, word, way) in ways.items()
        ]

    def _button(self, way: Way, **looks: Any) -> Any:
        button = widgets.Button(**looks)

        def go(_: Any) -> None:
            self.step = min(max(way(self.step), 0), self._last)

        button.on_click(go)
        return button

    def _show(self, _: Any = None) -> None:
        places = zip(self._panels, self._drawn, strict=True)
        for (panel, drawn), values in zip(places, self._shown(self.step), strict=True):
            panel.value, drawn.value = values

    def _shown(self, step: int) -> Iterator[tuple[str, str]]:
        """Yield the panel and the tree of each search at a step."""
        islands = self._islands.value
        for walk, tree in zip(self._walks, self._trees, strict=True):
            panel = show_panel(walk, step, islands=islands, marks=self._marks)
            yield panel, tree.draw(min(step, len(walk) - 1))

    def __repr__(self) -> str:
        shown = "\n ".join(walk.recording.answer.heading for walk in self._walks)
        return f"<Explorer at step {self.step} of {self._last}:\n {shown}>"

    def _ipython_display_(self) -> None:
        """Show the widgets and, where no kernel runs them, what there is to see now, or at the end.

        The widgets hide that picture. They are not there in a page that is only read, such as an
        export or a notebook that was opened again.
        """
        from IPython.display import display

        live: dict[str, Any] = self.widget._repr_mimebundle_()
        display(live | {"text/plain": repr(self), "text/html": ""}, raw=True)
        still = f'<div class="kaleido-still">{self.html}</div>'
        display({"text/html": still, "text/plain": ""}, raw=True)


def _before(numbers: Iterable[int]) -> Way:
    return lambda step: max((each for each in numbers if each < step), default=step)


def _after(numbers: Iterable[int]) -> Way:
    return lambda step: min((each for each in numbers if each > step), default=step)


_FIT = widgets.Layout(width="auto")
_ROW = widgets.Layout(flex_flow="row wrap", align_items="center")
