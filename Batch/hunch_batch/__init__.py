"""Runs hunch-worker on the donations of many people, from Parquet to Parquet."""
from .errors import BatchError
from .job import Job

__version__ = "0.1.0"
__all__ = ["BatchError", "Job"]
