"""Reading an export, and rejecting invalid ones."""

import tempfile
import unittest
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file

from failure import PeerError
from hunch_export import open_export
from tests.made_up_logs import COLUMNS, write_export, write_log


class HunchExportTests(unittest.TestCase):
    """An export of a synthetic log, damaged in different ways."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "made-up.safetensors"
        log = Path(folder.name) / "made-up.jsonl"
        write_log(log, users=2, donations=20)
        write_export(log, self.path)

    def spoil(self, name, change):
        """Rewrites the export with one tensor changed."""
        export, tensors = open_export(self.path), load_file(self.path)
        tensors[name] = change(tensors[name])
        metadata = {
            "columns": str(export.columns).replace("'", '"'),
            "until": "0.6",
            "validationShare": "0.1",
        }
        save_file(tensors, self.path, metadata)

    def test_an_export_says_its_columns_and_its_parts_fit_together(self):
        export = open_export(self.path)
        self.assertEqual((export.name, export.columns, export.until), ("made-up", COLUMNS, 0.6))
        queries = [export.part(part).queries for part in ("fit", "choose", "report")]
        self.assertEqual(queries, [24, 4, 12])
        self.assertEqual(len(export.sequence().activity), 40)

    def test_what_does_not_fit_together_is_refused_with_the_reason(self):
        cases = {
            "report.target": (lambda target: target + 100, "a target lies outside"),
            "report.starts": (lambda starts: starts[:-1], "starts do not cover the rows"),
            "report.weight": (lambda weight: weight[1:], "weights and targets differ"),
            "report.rank": (lambda rank: rank[1:], "the tie order is not one number a row"),
            "report.features": (
                lambda features: np.ascontiguousarray(features[:, 1:]),
                "not as wide",
            ),
        }
        original = self.path.read_bytes()
        for name, (change, reason) in cases.items():
            with self.subTest(name):
                self.path.write_bytes(original)
                self.spoil(name, change)
                with self.assertRaisesRegex(PeerError, reason):
                    open_export(self.path).part("report")

    def test_another_file_is_refused_by_name(self):
        self.path.write_text("no export")
        with self.assertRaisesRegex(PeerError, "made-up.safetensors: cannot be read"):
            open_export(self.path)
        save_file({"weight": np.zeros(1)}, self.path)
        with self.assertRaisesRegex(PeerError, "not an export of hunch train"):
            open_export(self.path)
