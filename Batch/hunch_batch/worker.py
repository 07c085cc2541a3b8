"""Drives one hunch-worker by pipes, and checks that its output is complete.

Spark ships this module to its executors, so it imports only pyarrow and the standard library.
"""
from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import BinaryIO

import pyarrow as pa

from . import lines
from .errors import WorkerError

PIPE_BYTES = 1 << 20
LAST_WORDS_BYTES = 2048
# The worker words phrases in the language of its environment, the same on all machines.
LOCALE = "C.UTF-8"


def rows_in(array: pa.Array) -> memoryview:
    """Returns the bytes of a text column without copying: rows one after the other."""
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    wide = pa.types.is_large_string(array.type) or pa.types.is_large_binary(array.type)
    _, offsets, data = array.buffers()
    if data is None or not len(array):
        return memoryview(b"")
    positions = memoryview(offsets).cast("q" if wide else "i")
    return memoryview(data)[positions[array.offset]:positions[array.offset + len(array)]]


def run(
    command: Sequence[str],
    rows: Iterable[tuple[memoryview, int]],
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[str, str]]:
    """Yields the kind and text of each line: results, the trailer, then dead letters.

    `rows` are bytes of whole lines, and their number. A thread feeds them, so only a pipe
    full of them is in memory. Results are final only when the iterator has ended without an error.
    """
    with tempfile.TemporaryDirectory(prefix="hunch-batch-") as folder:
        dead = pathlib.Path(folder, "dead-letters.jsonl")
        with open(pathlib.Path(folder, "stderr"), "w+b") as words:
            process = _start([*command, *([] if command[1] == "sum" else ["--dead-letters", str(dead)])], words)
            feeder = _Feeder(process, rows)
            people = 0
            trailer = None
            try:
                feeder.start()
                assert process.stdout is not None
                for raw in process.stdout:
                    if stopped():
                        raise WorkerError("stopped, because another partition failed")
                    if trailer is not None:
                        raise WorkerError("hunch-worker wrote more after its trailer")
                    line = raw.decode().removesuffix("\n")
                    if lines.is_trailer(line):
                        trailer = line
                    else:
                        people += 1
                        yield lines.RESULT, line
                code = process.wait()
                feeder.join()
                if feeder.error is not None:
                    raise feeder.error
                _check(code, trailer, feeder.rows, people, _tail(words), dead)
            finally:
                process.kill()
                process.wait()
        assert trailer is not None
        yield lines.TRAILER, trailer
        if dead.exists():
            with open(dead, encoding="utf-8", newline="\n") as file:
                for letter in file:
                    yield lines.DEAD_LETTER, letter.rstrip("\n")


def _start(command: list[str], words: BinaryIO) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=words,
            env={**os.environ, "LC_ALL": LOCALE}, pipesize=PIPE_BYTES)
    except OSError as error:
        raise WorkerError(
            f"{command[0]}: cannot be started ({error.strerror}); name hunch-worker with --worker") from error


class _Feeder(threading.Thread):
    """Writes rows to a worker's standard input."""

    def __init__(self, process: subprocess.Popen[bytes], batches: Iterable[tuple[memoryview, int]]) -> None:
        super().__init__(daemon=True)
        self.process = process
        self.batches = batches
        self.rows = 0
        self.error: Exception | None = None

    def run(self) -> None:
        assert self.process.stdin is not None
        try:
            for data, count in self.batches:
                self.process.stdin.write(data)
                self.rows += count
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # The worker ended early; its exit code says why.
        except Exception as error:  # The thread that reads raises it.
            self.error = error
            self.process.kill()


def _check(code: int, trailer: str | None, rows: int, people: int, words: str, dead: pathlib.Path) -> None:
    """Raises unless the worker ended well and its counts are those of what went in and came out."""
    if code != 0:
        how = f"ended with exit code {code}" if code > 0 else f"was killed by {_name(-code)}"
        raise WorkerError(f"hunch-worker {how} after {people} people" + _said(words) + _reasons(dead))
    if trailer is None:
        raise WorkerError(f"hunch-worker ended without its trailer after {people} people" + _said(words))
    counts = lines.Trailer.read(trailer)
    if counts.rows != rows:
        raise WorkerError(f"hunch-worker read {counts.rows} of {rows} rows" + _said(words))
    if counts.people != people and counts.task != "sum":
        raise WorkerError(f"{people} lines of {counts.people} people came from hunch-worker" + _said(words))


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _said(words: str) -> str:
    return f"; its last words: {words}" if words else "; it said nothing"


def _reasons(dead: pathlib.Path, count: int = 3) -> str:
    """Returns the first dead letters, which explain why the limit was exceeded."""
    if not dead.exists():
        return ""
    with open(dead, encoding="utf-8", errors="replace") as file:
        first = [line.strip() for line, _ in zip(file, range(count))]
    return "".join(f"\n  {line}" for line in first)


def _tail(words: BinaryIO) -> str:
    """Returns the end of a worker's standard error."""
    words.seek(0, os.SEEK_END)
    words.seek(max(0, words.tell() - LAST_WORDS_BYTES))
    return words.read().decode(errors="replace").strip()
