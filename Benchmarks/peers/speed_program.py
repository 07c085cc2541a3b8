"""Our side of the comparison: starts the program, and exchanges lines with it."""

from __future__ import annotations

import contextlib
import subprocess
from pathlib import Path

from failure import PeerError


class SpeedProgram:
    """The running program `SpeedPeer`; methods raise PeerError with its message if it fails."""

    def __init__(self, path: Path, folder: Path) -> None:
        """Starts it on a folder of networks, rows and vectors."""
        if not path.is_file():
            raise PeerError(
                f"{path}: there is no program; build it: swift build -c release --product SpeedPeer"
            )
        self._process = subprocess.Popen(
            [str(path.resolve()), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> SpeedProgram:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(BrokenPipeError):  # it has already ended
            self._process.stdin.close()
        self._process.wait(timeout=10)
        self._process.stdout.close()

    def features(self) -> int:
        """The number of features of the shipped network."""
        return int(self._ask("features"))

    def run(self, case: str, count: int) -> list[int]:
        """The nanoseconds of each of a number of calls."""
        times = [int(word) for word in self._ask(f"run {case} {count}").split()]
        if len(times) != count:
            raise PeerError(f"{case}: {count} calls were asked for, {len(times)} answered")
        return times

    def scores(self, case: str) -> list[float]:
        """The scores of all rows of a network's case."""
        return [float(word) for word in self._ask(f"scores {case}").split()]

    def best(self, case: str) -> list[int]:
        """The best items of the first query, best first."""
        return [int(word) for word in self._ask(f"best {case}").split()]

    def _ask(self, line: str) -> str:
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise PeerError(f"{line}: the program ended with {self._process.wait()}")
        if answer.startswith("error:"):
            raise PeerError(answer.strip())
        return answer.strip()
