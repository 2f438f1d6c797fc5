"""The version of Kaleido, written here alone; the build, the command and the docs read it."""

__version__ = "1.0.0"
