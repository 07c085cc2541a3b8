"""Errors that a user can act on."""


class BatchError(Exception):
    """A failure with a text that says how to fix it."""


class InputError(BatchError):
    """The input, its columns or an option do not fit."""


class BusyError(BatchError):
    """Another run is writing to the output."""


class WorkerError(BatchError):
    """A worker failed, or its output is not complete."""
