"""A job: the task, its options, and the command line of its workers."""
from __future__ import annotations

import dataclasses

from .errors import InputError

TASKS = ("suggest", "learn", "evaluate", "examples")


@dataclasses.dataclass(frozen=True)
class Job:
    """A task on the donations at `input`, whose results go to the folder `output`."""

    task: str
    input: str
    output: str
    worker: str = "hunch-worker"
    asks: tuple[str, ...] = ()
    checkpoints: str | None = None  # an earlier output, read
    history: str | None = None  # the donations before `input`, for people who have to be run again
    next_checkpoints: bool = False  # write checkpoints next to the answers
    max_bad: int = 0
    partitions: int | None = None
    only_partition: int | None = None
    overwrite: bool = False
    model: str | None = None
    score_from: str | None = None
    location: str | None = None
    until: str | None = None
    seed: str | None = None

    def __post_init__(self) -> None:
        if self.task not in TASKS:
            raise InputError(f"unknown task {self.task}; choose one of {', '.join(TASKS)}")
        if self.max_bad < 0:
            raise InputError("--max-bad: give a number from 0")
        if self.partitions is not None and self.partitions < 1:
            raise InputError("--partitions: give a number from 1")
        if self.only_partition is not None:
            if self.partitions is None:
                raise InputError("--only-partition needs --partitions with the number of the first run")
            if not 0 <= self.only_partition < self.partitions:
                raise InputError(f"--only-partition: give a number from 0 to {self.partitions - 1}")
        if self.task in ("evaluate", "examples") and (self.checkpoints or self.history):
            raise InputError(f"{self.task} needs the whole history, so it takes no --checkpoints")
        if self.history and not self.checkpoints:
            raise InputError("--history goes with --checkpoints; name all donations as the input instead")
        if self.asks and self.task != "suggest":
            raise InputError("--ask goes with suggest")
        if self.next_checkpoints and self.task != "suggest":
            raise InputError("--next-checkpoints goes with suggest; learn always writes checkpoints")
        if (self.score_from or self.location) and self.task != "evaluate":
            raise InputError("--score-from and --location go with evaluate")
        if (self.until or self.seed) and self.task != "examples":
            raise InputError("--until and --seed go with examples")
        if self.model and self.task == "examples":
            raise InputError("examples do not depend on a model, so they take no --model")

    @property
    def numbers_people(self) -> bool:
        """Whether workers have to know each person's rank among all people."""
        return self.task == "examples"

    @property
    def writes_checkpoints(self) -> bool:
        """Whether results have checkpoints: always if earlier ones are given, for the next day."""
        return self.task == "learn" or self.next_checkpoints or self.checkpoints is not None

    def arguments(self) -> list[str]:
        """Returns the arguments of a worker, without the path of dead letters."""
        words = [self.task, "--max-bad", str(self.max_bad)]
        if self.model:
            words += ["--model", self.model]
        for ask in self.asks:
            words += ["--ask", ask]
        if self.task == "suggest" and self.writes_checkpoints:
            words += ["--checkpoints"]
        if self.score_from:
            words += ["--score-from", self.score_from]
        if self.location:
            words += ["--location", self.location]
        if self.until:
            words += ["--until", self.until]
        if self.seed:
            words += ["--seed", self.seed]
        return words
