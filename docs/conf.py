"""How the documentation is built: ``sphinx-build docs docs/_build/html``.

The pages under ``docs/reference`` and ``docs/notebooks`` are made from the code at each build and
are not kept in git.
"""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from pathlib import Path

import numpydoc.xref
from sphinx.application import Sphinx

import kaleido

DOCS = Path(__file__).parent
CHECKOUT = DOCS.parent
PYPROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
SOURCE: str = PYPROJECT["project"]["urls"]["Source"]
"""The repository, whose address stands in pyproject.toml alone."""

GAME: str = f"{PYPROJECT['project']['urls']['Site']}/play/"
IS_PUBLISHED: bool = PYPROJECT["tool"]["kaleido"]["published"]

OWNER = SOURCE.removeprefix("https://github.com/")
sys.path.insert(0, str(DOCS / "_ext"))

project = "Kaleido"
author = "The Kaleido authors"
copyright = author  # noqa: A001 -- the name that Sphinx wants
version = release = kaleido.__version__

extensions = [
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "alt_text",  # docs/_ext
    "links",  # docs/_ext
    "reference",  # docs/_ext
]
exclude_patterns = ["_build", "**.ipynb_checkpoints"]
nitpicky = True
# Several rooms have a class of one name, such as Item: a link leads to the first of them.
suppress_warnings = ["ref.python"]
smartquotes = False  # they would change code in docstrings

# Docstrings: numpydoc, with names of the package in single backticks.
default_role = "py:obj"
numpydoc_show_class_members = False
numpydoc_xref_param_type = True
numpydoc_xref_ignore = "all"
numpydoc_xref_aliases = {name: f"kaleido.{name}" for name in kaleido.__all__}
numpydoc.xref.DEFAULT_LINKS.clear()  # links to other sites, which need the net at each build
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 110
toc_object_entries_show_parents = "hide"
nitpick_ignore_regex = [
    (r"py:class", r".*"),  # what annotations name: other packages' types, aliases
    (r"py:obj", r"(?!kaleido\.)[a-z].*"),  # parameters, and names of other packages
]

# The session `notebooks` of noxfile.py checks that the notebooks still give the outputs they show.
nb_execution_mode = "off"
# There is no kernel behind a page; the explorer shows a step as plain HTML instead.
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", None)]
myst_heading_anchors = 3  # links to headings, as they work where the files are read as they are
# Addresses that follow from the repository's, as in [Binder](binder:01-solving-a-pattern.ipynb).
myst_url_schemes = {
    "http": None,
    "https": None,
    "mailto": None,
    "binder": f"https://mybinder.org/v2/gh/{OWNER}/main?labpath=notebooks/{{{{path}}}}",
    "colab": f"https://colab.research.google.com/github/{OWNER}/blob/main/notebooks/{{{{path}}}}",
}
myst_enable_extensions = ["substitution"]
myst_substitutions = {
    "play": f"[play]({GAME})" if IS_PUBLISHED else "run `kaleido play`",
}
nb_ipywidgets_js = {}  # nothing is loaded from the net

html_theme = "furo"
html_title = "Kaleido"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False


def copy_notebooks(_: Sphinx) -> None:
    """Put the notebooks where Sphinx finds them."""
    target = DOCS / "notebooks"
    shutil.rmtree(target, ignore_errors=True)
    ignore = shutil.ignore_patterns(".*", "*.py", "__pycache__")
    shutil.copytree(CHECKOUT / "notebooks", target, ignore=ignore)
    # Jupyter keeps capitals in the anchors of headings, and MyST does not.
    for path in target.glob("*.ipynb"):
        text = path.read_text("utf-8")
        path.write_text(re.sub(r"\]\(#[\w-]+\)", lambda link: link[0].lower(), text), "utf-8")


def lead_to_copies(_: Sphinx, __: str, source: list[str]) -> None:
    """Let links to the notebooks, which work in the repository as well, lead to their copies."""
    source[0] = source[0].replace("](../notebooks/", "](notebooks/")


def setup(app: Sphinx) -> None:
    """Make the pages that are not written by hand."""
    app.connect("builder-inited", copy_notebooks)
    app.connect("source-read", lead_to_copies)
