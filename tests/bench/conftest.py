import sys
from pathlib import Path

ROOT = str(Path(__file__).parents[2])
if ROOT not in sys.path:  # bench is run from the repository, it is not installed
    sys.path.insert(0, ROOT)
