"""The names of the package; `kaleido/lab/learn/__init__.py` imports each when first used."""

from .boards import generate_boards as generate_boards
from .evaluation import compare_nodes as compare_nodes, evaluate as evaluate
from .training import TrainingData as TrainingData, training_data as training_data
from .tuning import Tuning as Tuning, tune as tune
