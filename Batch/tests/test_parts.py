"""Parts of the package: columns, lines, pipes, the command line."""
from __future__ import annotations

import datetime
import json
import pathlib
import subprocess
import sys
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import ASK, Engines

from hunch_batch import Job, checkpoints, cli, convert, lines, output, schema, worker
from hunch_batch.errors import BusyError, InputError, WorkerError


def test_answers_keep_their_own_bytes() -> None:
    first = '{"p":1e-05,"t":"a ,\\"b]"}'
    line = '{"person":"a\\"},","answers":[' + first + ',{"p":0.10}],"checkpoint":"AA"}'
    assert lines.result("suggest", line) == {
        "person": 'a"},', "answers": [first, '{"p":0.10}'], "checkpoint": "AA"}
    assert lines.answers('{"person":"a","answers":[]}') == []


def test_only_the_member_after_the_person_makes_a_result_void() -> None:
    assert lines.is_void('{"person":"a","void":"late"}')
    assert not lines.is_void('{"person":"\\",\\"void\\":","answers":[]}')


def test_examples_are_printed_as_one_worker_writes_them(tmp_path: pathlib.Path) -> None:
    line = '{"person":"Zoë \\"1\\"","donations":7,"number":3,"examples":"AA=="}'
    trailer = '{"end":true,"v":1,"task":"examples","rows":8,"people":1,"donations":7,"bad":0,"void":0,' \
        '"model":"m","version":"1"}'
    made = {"results": lines.result("examples", line), "trailers": lines.Trailer.read(trailer).row(1, 1)}
    for table, row in made.items():
        folder = tmp_path / table / "partition=0"
        folder.mkdir(parents=True)
        pq.write_table(pa.Table.from_pylist([row], schema=schema.output(table, "examples")), folder / "a.parquet")
    with pytest.raises(InputError, match="not the output of a complete run"):
        list(output.worker_lines(str(tmp_path), "examples"))
    (tmp_path / "trailers/_SUCCESS").touch()
    assert list(output.worker_lines(str(tmp_path), "examples")) == [line, trailer]
    empty = pa.Table.from_pylist([], schema=schema.output("results", "examples"))
    pq.write_table(empty, tmp_path / "results/partition=0/a.parquet")
    with pytest.raises(WorkerError, match="has 0 of 1 people"):
        list(output.worker_lines(str(tmp_path), "examples"))
    with pytest.raises(InputError, match="not an output of hunch-batch examples"):
        list(output.worker_lines(str(tmp_path / "results"), "examples"))


def test_two_runs_do_not_write_to_one_folder(tmp_path: pathlib.Path) -> None:
    job = Job(task="learn", input="donations.parquet", output=str(tmp_path / "out"))
    first = output.Output(job, 1)
    first.write("results", 0, [])
    with pytest.raises(BusyError, match="another run is writing to it"):
        output.Output(job, 1)
    assert first.staged("results", 0).exists()
    first.close()
    output.Output(job, 1).close()


def test_a_refused_output_is_not_created(tmp_path: pathlib.Path) -> None:
    job = Job(task="learn", input="donations.parquet", output=str(tmp_path / "typo"), partitions=2, only_partition=1)
    with pytest.raises(InputError, match="has no complete run"):
        output.Output(job, 2)
    assert not (tmp_path / "typo").exists()


def test_a_trailer_of_another_version_is_rejected() -> None:
    with pytest.raises(WorkerError, match="unknown trailer"):
        lines.Trailer.read('{"end":true,"v":2}')


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_rows_of_a_slice_are_its_bytes(kind: pa.DataType) -> None:
    array = pa.array(["a\n", "bä\n", "", "c\n", "d\n"], kind)
    assert bytes(worker.rows_in(array.slice(1, 3))) == "bä\nc\n".encode()
    assert bytes(worker.rows_in(array.slice(5))) == b""


def test_a_worker_that_reads_nothing_does_not_block(script: Any) -> None:
    endless = ((memoryview(b"x" * 65536), 1) for _ in iter(int, 1))
    with pytest.raises(WorkerError, match="(?s)exit code 65 after 0 people.*too bad"):
        list(worker.run([script('echo "too bad" >&2; exit 65'), "suggest"], endless))


def test_a_worker_that_ends_without_its_trailer_fails(script: Any) -> None:
    with pytest.raises(WorkerError, match="without its trailer after 1 people"):
        list(worker.run([script('cat >/dev/null; echo \'{"person":"a","answers":[]}\''), "suggest"], []))


def test_an_error_while_reading_rows_ends_the_worker(script: Any) -> None:
    def rows() -> Any:
        yield memoryview(b"a\n"), 1
        raise OSError("disk")
    with pytest.raises(OSError, match="disk"):
        list(worker.run([script("cat >/dev/null; sleep 60"), "suggest"], rows()))


def test_a_missing_worker_is_named() -> None:
    with pytest.raises(WorkerError, match="/nowhere/hunch-worker: cannot be started .*--worker"):
        list(worker.run(["/nowhere/hunch-worker", "suggest"], []))


def test_convert_keeps_every_line_with_its_moment(tmp_path: pathlib.Path) -> None:
    records = [
        '{"user":"Zoë","time":"2026-03-02T08:00:00.5+01:00","activityType":"a.b"}',
        '{"time":"2026-03-02t07:00:01z","activityType":"a.b"}',
        '{"user":7}', "{", '["user"]', '{"user":"\\ud800"}',
    ]
    log = tmp_path / "log.jsonl"
    log.write_text("\n" + "\r\n".join(records), encoding="utf-8", newline="")
    assert convert.convert([str(log)], str(tmp_path / "out.parquet")) == len(records)
    table = pq.read_table(tmp_path / "out.parquet")
    assert table["record"].to_pylist() == records
    assert table["person"].to_pylist() == ["Zoë", "me", None, None, None, None]
    assert table["sequence"].to_pylist() == [1, 2, 3, 4, 5, 6]
    first = datetime.datetime(2026, 3, 2, 7, 0, 0, 500_000, tzinfo=datetime.timezone.utc)
    assert table["time"].to_pylist()[:3] == [first, first + datetime.timedelta(seconds=0.5), None]
    assert pq.read_schema(tmp_path / "out.parquet").metadata[b"schema_version"] == b"1"
    assert schema.check_files([str(tmp_path / "out.parquet")], schema.DONATIONS)[1] == set()


def test_another_version_of_the_schema_is_rejected(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "new.parquet")
    pq.write_table(pa.table({"person": ["a"]}).replace_schema_metadata({"schema_version": "2"}), path)
    with pytest.raises(InputError, match="reads version 1"):
        schema.check_files([path], schema.DONATIONS)
    spark = {"fields": [{"name": "person", "metadata": {"schema_version": "2"}}]}
    with pytest.raises(InputError, match="reads version 1"):
        schema.check_version(path, {b"org.apache.spark.sql.parquet.row.metadata": json.dumps(spark).encode()})


@pytest.mark.parametrize(("options", "message"), [
    ({"task": "learn", "asks": ("{}",)}, "--ask goes with suggest"),
    ({"task": "evaluate", "checkpoints": "x"}, "no --checkpoints"),
    ({"task": "examples", "history": "x"}, "no --checkpoints"),
    ({"task": "examples", "model": "x"}, "no --model"),
    ({"task": "learn", "until": "0.6"}, "--until and --seed go with examples"),
    ({"task": "suggest", "history": "x"}, "--history goes with --checkpoints"),
    ({"task": "suggest", "only_partition": 1}, "--only-partition needs --partitions"),
    ({"task": "suggest", "only_partition": 2, "partitions": 2}, "from 0 to 1"),
])
def test_options_that_do_not_fit_are_rejected(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Job(input="in", output="out", **options)


def test_an_output_without_its_last_file_is_not_read(
    duckdb_engine: Engines, donations: str, tmp_path: pathlib.Path
) -> None:
    duckdb_engine.run(task="learn", input=donations, output=str(tmp_path / "out"))
    (tmp_path / "out/trailers/_SUCCESS").unlink()
    with pytest.raises(InputError, match="not the output of a complete run"):
        duckdb_engine.run(input=donations, output=str(tmp_path / "next"), checkpoints=str(tmp_path / "out"))


def test_a_full_disk_fails_the_run_and_keeps_the_earlier_output(
    duckdb_engine: Engines, donations: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    duckdb_engine.run(input=donations, output=str(tmp_path / "out"))
    before = {file: file.read_bytes() for file in (tmp_path / "out").rglob("*") if file.is_file()}

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(output.pq.ParquetWriter, "write_table", full)
    with pytest.raises(OSError, match="No space left"):
        duckdb_engine.run(input=donations, output=str(tmp_path / "out"), overwrite=True)
    assert {file: file.read_bytes() for file in (tmp_path / "out").rglob("*") if file.is_file()} == before


def test_the_program_reports_counts_and_exit_codes(
    donations: str, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from conftest import WORKER
    output = str(tmp_path / "out")
    arguments = ["suggest", donations, output, "--ask", ASK, "--worker", WORKER, "--workers", "2"]
    assert cli.main(arguments) == 0
    assert "20 people" in capsys.readouterr().err
    assert cli.main(arguments) == 65
    assert "--overwrite" in capsys.readouterr().err
    assert cli.main([*arguments, "--overwrite", "--worker", "/bin/false"]) == 70
    assert "exit code 1" in capsys.readouterr().err
    with pytest.raises(SystemExit) as usage:
        cli.main(["suggest"])
    assert usage.value.code == 64


def test_the_query_in_the_readme_makes_donations_of_a_table_with_columns(tmp_path: pathlib.Path) -> None:
    import duckdb
    readme = (pathlib.Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    query = readme.partition("```sql\n")[2].partition("```")[0]
    moment = datetime.datetime(2026, 3, 2, 7, 0, 0, 250_000, tzinfo=datetime.timezone.utc)
    pq.write_table(pa.table({
        "user_id": ["anna"], "id": [7], "happened": pa.array([moment], pa.timestamp("us", tz="UTC")),
        "zone": ["Europe/Berlin"], "kind": ["com.example.mail.open"], "title": ['A "quoted" title'],
        "details": ['{"folder":"in"}']}), tmp_path / "events.parquet")
    subprocess.run(
        [sys.executable, "-c", "import duckdb, sys; duckdb.sql(sys.argv[1])", query], check=True, cwd=tmp_path)
    path = tmp_path / "donations.parquet"
    assert schema.check_files([str(path)], schema.DONATIONS) == ({"person", "time", "record", "sequence"}, set())
    assert pq.read_schema(path).metadata[b"schema_version"] == b"1"
    record = json.loads(duckdb.sql(f"SELECT record FROM '{path}'").fetchall()[0][0])
    assert record == {
        "time": "2026-03-02T07:00:00.250Z", "timeZone": "Europe/Berlin", "activityType": "com.example.mail.open",
        "title": 'A "quoted" title', "userInfo": {"folder": "in"}}


def test_the_partition_of_a_person_is_the_same_in_python_and_sql() -> None:
    from hunch_batch import duckdb_engine
    people = ["", "ada", "Zoë", "kai's", "🙂 milo", "x" * 1000]
    expression = duckdb_engine._PARTITION.format(partitions=7)
    with duckdb.connect() as database:
        names = pa.table({"person": people})
        found = database.execute(f"SELECT {expression} FROM names").fetchall()
    assert [row[0] for row in found] == [duckdb_engine._partition_of(person, 7) for person in people]


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_checkpoints_come_before_the_rows_of_their_people(size: int) -> None:
    people = [None, None, "b", "b", "b", "c", "e", "e"]
    rows = pa.RecordBatch.from_pydict({
        "person": pa.array(people, pa.string()), "line": [f"{person}{number}\n" for number, person in enumerate(people)]})
    earlier = [(name, name + b"!\n") for name in (b"a", b"b", b"d", b"e", b"f")]
    for waiting in ([], earlier[:2], earlier):
        pieces = list(checkpoints.merged(
            (rows.slice(start, size) for start in range(0, len(people), size)), iter(waiting)))
        found = b"".join(data for data, _ in pieces).decode().split()
        assert sum(count for _, count in pieces) == len(found) == len(people) + len(waiting)
        with_checkpoints = sorted(
            [(person or "", 1, f"{person}{number}") for number, person in enumerate(people)]
            + [(name.decode(), 0, text.decode().strip()) for name, text in waiting], key=lambda row: row[:2])
        assert found == [text for _, _, text in with_checkpoints]


def test_checkpoints_of_several_files_are_read_in_order(tmp_path: pathlib.Path) -> None:
    def part(name: str, people: list[str]) -> str:
        path = str(tmp_path / name)
        pq.write_table(pa.table({"person": people, "checkpoint": ["AA"] * len(people)}), path)
        return path

    def parity(person: str) -> int:
        return ord(person) % 2

    earlier = checkpoints.Checkpoints([part("one", ["a", "d", "é"]), part("two", ["b", "c"])], parity)
    assert [name for name, _ in earlier.rows(0)] == [b"b", b"d"]
    assert [name for name, _ in earlier.rows(1)] == [b"a", b"c", "é".encode()]
    assert (earlier.count(0), earlier.count(1), earlier.count(2)) == (2, 3, 0)
    with pytest.raises(InputError, match="not in order"):
        checkpoints.Checkpoints([part("three", ["b", "a"])], parity)
