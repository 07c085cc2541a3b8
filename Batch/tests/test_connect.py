"""Spark Connect, with the worker in an archive."""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import tarfile

import pytest
from conftest import ASK, WORKER, answers
from measure import ConnectServer


def test_both_modes_run_through_spark_connect_with_the_worker_in_an_archive(
    donations: str, expected: dict[str, str], tmp_path: pathlib.Path
) -> None:
    pytest.importorskip("grpc")
    archive = tmp_path / "worker.tar.gz"
    with tarfile.open(archive, "w:gz", compresslevel=1) as file:
        file.add(WORKER, "bin/hunch-worker")
    (tmp_path / "server").mkdir()
    with ConnectServer(tmp_path / "server", "local[1]") as url:
        for mode in ("arrow", "transform"):
            result = subprocess.run(
                [sys.executable, "-m", "hunch_batch", "suggest", donations, str(tmp_path / mode), "--ask", ASK,
                 "--engine", "spark", "--master", url, "--spark-mode", mode, "--partitions", "2",
                 "--archives", f"{archive}#hunch", "--worker", "hunch/bin/hunch-worker"],
                capture_output=True, encoding="utf-8", env=os.environ | {"PYTHONPATH": str(pathlib.Path(__file__).parents[1])})
            assert result.returncode == 0, result.stderr
            assert "20 people" in result.stderr
            assert answers(tmp_path / mode) == expected
    shutil.rmtree(tmp_path / "server")
