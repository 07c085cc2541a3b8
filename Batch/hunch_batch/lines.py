"""The lines that hunch-worker writes, as rows of the output tables."""
from __future__ import annotations

import dataclasses
import json
from typing import Any

from .errors import WorkerError

Row = dict[str, Any]

RESULT, TRAILER, DEAD_LETTER = "result", "trailer", "dead letter"
TRAILER_START = '{"end":true'


def is_trailer(line: str) -> bool:
    """Returns whether a line is a worker's trailer."""
    return line.startswith(TRAILER_START)


@dataclasses.dataclass(frozen=True)
class Trailer:
    """The counts of one worker."""

    task: str
    rows: int
    people: int
    donations: int
    bad: int
    void: int
    model: str
    version: str

    @staticmethod
    def read(line: str) -> Trailer:
        """Reads a trailer of version 1 of the worker's protocol."""
        values = _object(line)
        if values.get("task") == "sum":
            values = {"donations": 0, "bad": 0, "void": 0, "model": "", **values}
        if values.get("end") is not True or values.get("v") != 1:
            raise WorkerError("hunch-worker: unknown trailer; install the hunch-batch of its release")
        try:
            return Trailer(**{field.name: values[field.name] for field in dataclasses.fields(Trailer)})
        except KeyError as error:
            raise WorkerError(f"hunch-worker: no {error} in its trailer") from error

    def row(self, run: int, partitions: int) -> Row:
        """Returns the row of the table trailers."""
        return {"pass": run, "partitions": partitions, **dataclasses.asdict(self)}


def person_of(line: str) -> str:
    """Returns the person of a result."""
    start = '{"person":'
    if not line.startswith(start):
        raise WorkerError("hunch-worker: a line without a person; install the hunch-batch of its release")
    person, _ = _value(line, len(start))
    if not isinstance(person, str):
        raise WorkerError("hunch-worker: a result without a person")
    return person


def is_void(line: str) -> bool:
    """Returns whether a result says that the person has to be run again with the whole history."""
    _, end = _value(line, len('{"person":'))
    return line.startswith(',"void":', end)


def result(task: str, line: str) -> Row:
    """Returns the row of a result that is not void."""
    values = _object(line)
    try:
        if task == "suggest":
            return {"person": values["person"], "answers": answers(line), "checkpoint": values.get("checkpoint")}
        if task == "learn":
            return {name: values[name] for name in ("person", "donations", "checkpoint")}
        if task == "examples":
            return {name: values[name] for name in ("person", "number", "donations", "examples")}
        rankers = [
            {"name": ranker["name"], "hits": ranker["hits"], "reciprocal": ranker["reciprocal"],
             "log_loss": ranker.get("logLoss")} for ranker in values["rankers"]]
        counts = {name: values[name] for name in ("person", "donations", "queries", "scored")}
        return {**counts, "rankers": rankers, "line": line}
    except KeyError as error:
        raise WorkerError(f"hunch-worker: no {error} in a result of {task}") from error


def answers(line: str) -> list[str]:
    """Returns the answers' own bytes: another encoder could write a number differently."""
    _, end = _value(line, len('{"person":'))
    start = ',"answers":['
    if not line.startswith(start, end):
        raise WorkerError("hunch-worker: a result of suggest without answers")
    found = []
    position = end + len(start)
    while line[position] != "]":
        position += line[position] == ","
        _, end = _value(line, position)
        found.append(line[position:end])
        position = end
    return found


def dead_letter(run: int, line: str) -> Row:
    """Returns the row of the table dead_letters."""
    values = _object(line)
    return {"pass": run, "row": values["row"], "person": values.get("person"), "reason": values["reason"]}


def _value(text: str, position: int) -> tuple[Any, int]:
    """Reads the JSON value at a position; returns it and the position after it."""
    # A decoder cannot be a global, because Spark pickles this module.
    return json.JSONDecoder().raw_decode(text, position)


def _object(line: str) -> Row:
    try:
        values = json.loads(line)
    except ValueError as error:
        raise WorkerError("hunch-worker: a line that is not JSON; install the hunch-batch of its release") from error
    if not isinstance(values, dict):
        raise WorkerError("hunch-worker: a line that is not a JSON object")
    return values
