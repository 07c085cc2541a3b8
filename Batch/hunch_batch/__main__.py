"""Runs the program as `python -m hunch_batch`."""
import sys

from .cli import main

sys.exit(main())
