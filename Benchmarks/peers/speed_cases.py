"""The cases to compare: the same network, rows and vectors on all sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from failure import PeerError
from reference_network import ReferenceNetwork
from speed_peers import flat_search, network_in_numpy, network_in_onnx, search_in_numpy, trees
from speed_program import SpeedProgram
from turns import Side, TurnsPlan, timed

LIMIT = 8
COLUMNS = 128
ITEMS = 1_000


@dataclass(frozen=True)
class SpeedPlan:
    """The settings of the comparison."""

    rows: tuple[int, ...] = (100, 1_000, 10_000)
    queries: tuple[int, ...] = (1, 64)
    reference_features: int = 40
    trees: int = 500
    leaves: int = 31
    tolerance: float = 1e-4
    seed: int = 1
    turns: TurnsPlan = field(default_factory=TurnsPlan)

    @staticmethod
    def quick() -> SpeedPlan:
        """Returns a short plan that checks that everything works."""
        turns = TurnsPlan(calls=5, least_calls=2, budget_seconds=0.1, block_seconds=0.0001)
        return SpeedPlan(rows=(20,), queries=(1, 2), trees=5, turns=turns)


@dataclass(frozen=True)
class SpeedComparison:
    """One case with all its sides; the first one is ours."""

    name: str
    sides: list[Side]
    notes: list[str] = field(default_factory=list)


def comparisons(program: SpeedProgram, folder: Path, plan: SpeedPlan) -> Iterator[SpeedComparison]:
    """Prepares case after case; raises PeerError if two sides do not give the same results."""
    random = np.random.default_rng(plan.seed)
    shapes = {"reference": (plan.reference_features, False), "shipped": (program.features(), True)}
    for name, (features, has_skip) in shapes.items():
        network = ReferenceNetwork.random(features, has_skip, random)
        network.write(folder / f"{name}.safetensors")
        forest = trees(features, plan.trees, plan.leaves, random) if name == "reference" else None
        for count in plan.rows:
            rows = network.rows(count, random)
            rows.astype("<f4").tofile(folder / f"{name}-{count}.f32")
            yield _scoring(program, f"network-{name}-{count}", network, rows, forest, plan)
    items = random.standard_normal((ITEMS, COLUMNS), dtype=np.float32)
    items.astype("<f4").tofile(folder / "items.f32")
    for count in plan.queries:
        queries = random.standard_normal((count, COLUMNS), dtype=np.float32)
        queries.astype("<f4").tofile(folder / f"queries-{count}.f32")
        yield _search(program, f"vectors-{count}", items, queries)


def _scoring(
    program: SpeedProgram,
    case: str,
    network: ReferenceNetwork,
    rows: np.ndarray,
    forest,
    plan: SpeedPlan,
) -> SpeedComparison:
    standardized = network.standardized(rows)
    onnx, result = network_in_onnx(network, standardized)
    onnx()
    own = np.array(program.scores(case), dtype=np.float32)
    _require_same(case, own, result(), plan.tolerance, "ONNX Runtime")
    in_numpy = network_in_numpy(network, standardized)
    _require_same(case, own, in_numpy(), plan.tolerance, "numpy")
    sides = [
        Side("hunch: standardise, network, softmax, top 8", lambda n: program.run(case, n)),
        _timed("ONNX Runtime: network alone", onnx),
        _timed(
            "ONNX Runtime: network alone, ReLU", network_in_onnx(network, standardized, "Relu")[0]
        ),
        _timed("numpy: network alone", in_numpy),
    ]
    if forest is not None:
        name = f"LightGBM: {plan.trees} trees x {plan.leaves} leaves"
        sides.append(_timed(name, lambda: forest.predict(standardized, num_threads=1)))
    layers = "-".join(map(str, (network.features, *network.hidden, 1)))
    return SpeedComparison(f"score {len(rows):,} rows, {layers}", sides)


def _search(
    program: SpeedProgram, case: str, items: np.ndarray, queries: np.ndarray
) -> SpeedComparison:
    search, threshold = flat_search(items, queries, LIMIT)
    in_numpy = search_in_numpy(items, queries, LIMIT)
    own = program.best(case)
    for name, found in (("FAISS", search()), ("numpy", in_numpy())):
        if own != found[0].tolist():
            raise PeerError(f"{case}: hunch found {own}, {name} {found[0].tolist()}")
    words = "query" if len(queries) == 1 else "queries"
    return SpeedComparison(
        f"dot products {ITEMS:,} x {COLUMNS}, top {LIMIT}, {len(queries)} {words}",
        [
            Side("hunch: product, top 8", lambda n: program.run(case, n)),
            _timed("FAISS: IndexFlatIP", search),
            _timed("numpy", in_numpy),
        ],
        [f"FAISS, {len(queries)} {words}: distance_compute_blas_threshold {threshold} was faster."],
    )


def _timed(name: str, call) -> Side:
    return Side(name, timed(call))


def _require_same(
    case: str, own: np.ndarray, theirs: np.ndarray, tolerance: float, name: str
) -> None:
    if own.shape != theirs.shape:
        raise PeerError(f"{case}: {own.size} scores of hunch, {theirs.size} of {name}")
    difference = float(np.max(np.abs(own - theirs)))
    if not difference <= tolerance:
        raise PeerError(f"{case}: scores of hunch and {name} differ by {difference}")
