"""All engines: equal answers, counts, failures and retries."""
from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import ASK, HUNCH, WORKER, Engines, answers, digest, rows

from hunch_batch import convert
from hunch_batch.errors import InputError, WorkerError

def with_lines(log: pathlib.Path, lines: list[str], folder: pathlib.Path) -> str:
    """Writes the donations of a log with further lines."""
    text = folder / "with-lines.jsonl"
    text.write_text(log.read_text(encoding="utf-8") + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    path = str(folder / "with-lines.parquet")
    convert.convert([str(text)], path)
    return path


def test_answers_equal_hunch_suggest_and_a_repeated_run_gives_the_same_bytes(
    engine: Engines, donations: str, expected: dict[str, str], tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "out"
    counts = engine.run(input=donations, output=str(output))
    assert answers(output) == expected
    assert counts["people"] == 20
    assert counts["rows"] == counts["donations"] == pq.read_metadata(donations).num_rows
    assert (output / "trailers/_SUCCESS").exists()
    first = digest(output)
    with pytest.raises(InputError, match="already has results"):
        engine.run(input=donations, output=str(output))
    # One partition again, then everything.
    again = engine.run(input=donations, output=str(output), only_partition=1)
    assert digest(output) == first
    if engine.name == "duckdb":
        assert json.loads((output / "trailers/_SUCCESS").read_text())["rows"] == counts["rows"]
    assert 0 < len([row for row in rows(output) if row["partition"] == 1]) < 20
    assert again["rows"] in (counts["rows"], sum(
        row["rows"] for row in rows(output, "trailers") if row["partition"] == 1))
    engine.run(input=donations, output=str(output), overwrite=True)
    assert digest(output) == first


def test_bad_rows_become_dead_letters_within_the_limit_of_the_whole_job(
    engine: Engines, log: pathlib.Path, expected: dict[str, str], tmp_path: pathlib.Path
) -> None:
    people = [name for name in expected if name.isascii()][:4]
    bad = [json.dumps({"user": name, "time": "never", "activityType": "com.example.mail.open"}) for name in people]
    bad += ["{not JSON", '{"user":"rosa\\tb","time":"2026-04-02T08:00:00Z","activityType":"com.example.mail.open"}']
    path = with_lines(log, bad, tmp_path)
    counts = engine.run(input=path, output=str(tmp_path / "out"), max_bad=6)
    assert counts["bad"] == 6
    assert answers(tmp_path / "out") == expected
    letters = rows(tmp_path / "out", "dead_letters")
    assert [letter["person"] for letter in letters] == [None, None, *people]
    assert all(letter["reason"] and letter["row"] > 0 for letter in letters)
    # Each worker stays within the limit, and the job does not.
    with pytest.raises(WorkerError, match="6 bad rows, more than --max-bad 5"):
        engine.run(input=path, output=str(tmp_path / "more"), max_bad=5)
    assert not (tmp_path / "more/results").exists()
    with pytest.raises(WorkerError, match="more than 0 bad rows"):
        engine.run(input=path, output=str(tmp_path / "none"))


def test_a_killed_worker_fails_the_run_with_its_last_words_and_leaves_no_results(
    engine: Engines, donations: str, tmp_path: pathlib.Path, script: Any
) -> None:
    # Half of the rows arrive, the lines of those people are written, and the worker is killed.
    dying = script('head -c 100000 | sed \'$d\' | "$worker" "$@" | head -n 2; echo "last words" >&2; kill -9 $$')
    with pytest.raises(WorkerError, match="(?s)(SIGKILL|137).*last words"):
        engine.run(input=donations, output=str(tmp_path / "out"), worker=dying)
    assert not list(tmp_path.glob("out/results")) and not list(tmp_path.glob("out/trailers"))


def test_a_worker_that_loses_a_line_but_exits_with_0_fails_the_run(
    engine: Engines, donations: str, tmp_path: pathlib.Path, script: Any
) -> None:
    losing = script('"$worker" "$@" | sed 1d')
    with pytest.raises(WorkerError, match="people"):
        engine.run(input=donations, output=str(tmp_path / "out"), worker=losing)


def test_a_worker_that_reads_too_little_but_exits_with_0_fails_the_run(
    engine: Engines, donations: str, tmp_path: pathlib.Path, script: Any
) -> None:
    short = script('sed \'$d\' | "$worker" "$@"')
    with pytest.raises(WorkerError, match="read .* of .* rows"):
        engine.run(input=donations, output=str(tmp_path / "out"), worker=short)


def test_checkpoints_and_later_days_give_the_answers_of_the_whole_history(
    any_engine: Engines, days: list[list[str]], expected: dict[str, str], tmp_path: pathlib.Path
) -> None:
    def part(name: str, lines: list[str]) -> str:
        text = tmp_path / f"{name}.jsonl"
        text.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        path = str(tmp_path / f"{name}.parquet")
        convert.convert([str(text)], path)
        return path

    lines = [line for day in days for line in day]
    late = next(line for line in lines if '"rosa"' in line and line in days[2])
    early = part("early", [line for day in days[:4] for line in day if line != late])
    # The last day has a donation that is older than the checkpoint of one person.
    today = part("today", [line for day in days[4:] for line in day] + [late])
    any_engine.run(task="learn", input=early, output=str(tmp_path / "learned"))
    with pytest.raises(WorkerError, match=r"1 people cannot be continued \(rosa\).*--history"):
        any_engine.run(input=today, output=str(tmp_path / "out"), checkpoints=str(tmp_path / "learned"))
    counts = any_engine.run(
        input=today, output=str(tmp_path / "out"), checkpoints=str(tmp_path / "learned"), history=early)
    assert counts["void"] == 1 and counts["people"] == 20
    assert answers(tmp_path / "out") == expected
    # The next checkpoints are those of the whole history.
    any_engine.run(task="learn", input=part("all", lines), output=str(tmp_path / "whole"))
    assert {row["person"]: row["checkpoint"] for row in rows(tmp_path / "out")} == \
        {row["person"]: row["checkpoint"] for row in rows(tmp_path / "whole")}


def test_checkpoints_of_spark_go_on_in_duckdb(
    days: list[list[str]], expected: dict[str, str], tmp_path: pathlib.Path, request: pytest.FixtureRequest
) -> None:
    for name, part in ("early", days[:4]), ("late", days[4:]):
        log = tmp_path / f"{name}.jsonl"
        log.write_text("".join(f"{line}\n" for day in part for line in day), encoding="utf-8")
        convert.convert([str(log)], str(tmp_path / f"{name}.parquet"))
    learned = str(tmp_path / "learned")
    Engines("arrow", request).run(task="learn", input=str(tmp_path / "early.parquet"), output=learned, partitions=2)
    Engines("duckdb", request).run(
        input=str(tmp_path / "late.parquet"), output=str(tmp_path / "out"), checkpoints=learned)
    assert answers(tmp_path / "out") == expected


def test_extra_columns_are_ignored_and_named_and_missing_ones_fail_with_advice(
    any_engine: Engines, donations: str, expected: dict[str, str], tmp_path: pathlib.Path
) -> None:
    table = pq.read_table(donations)
    extra = str(tmp_path / "extra.parquet")
    pq.write_table(table.append_column("device", pa.array(["phone"] * len(table))), extra)
    counts = any_engine.run(input=extra, output=str(tmp_path / "out"))
    assert counts["ignored_columns"] == ["device"]
    assert answers(tmp_path / "out") == expected
    missing = str(tmp_path / "missing.parquet")
    pq.write_table(table.drop_columns(["time"]).append_column("person2", table["person"]), missing)
    with pytest.raises(InputError, match="column time is missing; add the record's moment"):
        any_engine.run(input=missing, output=str(tmp_path / "none"))
    wrong = str(tmp_path / "wrong.parquet")
    pq.write_table(table.set_column(table.column_names.index("time"), "time", pa.array(["8:00"] * len(table))), wrong)
    with pytest.raises(InputError, match="column time is text, not time"):
        any_engine.run(input=wrong, output=str(tmp_path / "none"))


def test_empty_donations_give_an_empty_output_with_a_trailer(engine: Engines, tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "empty.parquet")
    (tmp_path / "empty.jsonl").write_text("\n")
    convert.convert([str(tmp_path / "empty.jsonl")], path)
    counts = engine.run(input=path, output=str(tmp_path / "out"))
    assert counts["rows"] == counts["people"] == 0
    assert (tmp_path / "out/trailers/_SUCCESS").exists()


def test_sum_of_an_evaluation_equals_hunch_evaluate(
    any_engine: Engines, donations: str, log: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    any_engine.run(task="evaluate", input=donations, output=str(tmp_path / "out"))
    whole = subprocess.run(
        [HUNCH, "evaluate", "--json", str(log)], check=True, capture_output=True, encoding="utf-8").stdout
    summed = subprocess.run(
        [sys.executable, "-m", "hunch_batch", "sum", str(tmp_path / "out"), "--worker", WORKER, "--log", str(log)],
        check=True, capture_output=True, encoding="utf-8").stdout
    expected = json.loads(whole)
    assert expected["scored"] > 0
    for ranker in expected["rankers"]:
        ranker.pop("microseconds_per_query", None)
    assert json.loads(summed) == expected
    results = rows(tmp_path / "out")
    hits = sum(row["rankers"][0]["hits"][0] for row in results) / sum(row["scored"] for row in results)
    assert hits == pytest.approx(expected["rankers"][0]["hit_rate"]["1"])


def test_questions_of_one_person_are_rows_and_come_after_the_questions_for_everyone(
    any_engine: Engines, log: pathlib.Path, expected: dict[str, str], tmp_path: pathlib.Path
) -> None:
    ask = json.dumps({"type": "ask", "user": "rosa", **json.loads(ASK), "limit": 1})
    counts = any_engine.run(input=with_lines(log, [ask], tmp_path), output=str(tmp_path / "out"))
    found = {row["person"]: row["answers"] for row in rows(tmp_path / "out")}
    assert {person: lines[0] for person, lines in found.items()} == expected
    assert {person for person, lines in found.items() if len(lines) > 1} == {"rosa"}
    assert len(json.loads(found["rosa"][1])["suggestions"]) == 1
    assert counts["rows"] == counts["donations"] + 1


def test_examples_of_all_partitions_fit_the_model_of_the_whole_log(
    any_engine: Engines, donations: str, log: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "out"
    counts = any_engine.run(task="examples", input=donations, output=str(output), until="0.6")
    found = rows(output)
    assert [row["number"] for row in found] == list(range(20))  # in the order of the names' bytes
    assert len({row["partition"] for row in found}) > 1
    assert counts["rows"] == counts["donations"] + 20 and counts["bad"] == 0
    first = digest(output)
    any_engine.run(task="examples", input=donations, output=str(output), until="0.6", only_partition=1)
    assert digest(output) == first
    lines = subprocess.run(
        [sys.executable, "-m", "hunch_batch", "lines", str(output)], check=True, capture_output=True).stdout
    train = [HUNCH, "train", "--until", "0.6", "--epochs", "1", "--quiet", "--out"]
    subprocess.run([*train, "people", "--examples", "-"], check=True, cwd=tmp_path, input=lines)
    subprocess.run([*train, "whole", str(log)], check=True, cwd=tmp_path)
    assert tensors(tmp_path / "people") == {
        name: data for name, data in tensors(tmp_path / "whole").items() if not name.startswith("horizon.")}


def tensors(model: pathlib.Path) -> dict[str, bytes]:
    """Returns the bytes of each tensor of a model file."""
    data = model.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    header.pop("__metadata__")
    places = {name: entry["data_offsets"] for name, entry in header.items()}
    return {name: data[start + begin:start + end] for name, (begin, end) in places.items()}
