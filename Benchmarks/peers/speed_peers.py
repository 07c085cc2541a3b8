"""The peers, each with its most favourable settings and one thread."""

from __future__ import annotations

import statistics
from collections.abc import Callable

import faiss
import lightgbm
import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from reference_network import ReferenceNetwork
from turns import timed

TRAINING_ROWS = 20_000


def network_in_onnx(
    network: ReferenceNetwork, rows: np.ndarray, activation: str = "SiLU"
) -> tuple[Callable[[], None], Callable[[], np.ndarray]]:
    """The network in ONNX Runtime, and the result of its last call.

    Input and output are bound once, so that a call only computes.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        _model(network, len(rows), activation).SerializeToString(),
        options,
        providers=["CPUExecutionProvider"],
    )
    output = onnxruntime.OrtValue.ortvalue_from_numpy(np.empty((len(rows), 1), dtype=np.float32))
    binding = session.io_binding()
    binding.bind_ortvalue_input("x", onnxruntime.OrtValue.ortvalue_from_numpy(rows))
    binding.bind_ortvalue_output("y", output)

    return lambda: session.run_with_iobinding(binding), lambda: output.numpy()[:, 0]


def _model(network: ReferenceNetwork, rows: int, activation: str) -> onnx.ModelProto:
    nodes, constants, current = [], [], "x"
    for index, (weights, bias) in enumerate(zip(network.weights, network.biases)):
        names = [f"w{index}", f"b{index}"]
        constants += [
            numpy_helper.from_array(value, name) for value, name in zip((weights, bias), names)
        ]
        nodes.append(helper.make_node("Gemm", [current, *names], [f"z{index}"]))
        if activation == "SiLU":
            nodes.append(helper.make_node("Sigmoid", [f"z{index}"], [f"s{index}"]))
            nodes.append(helper.make_node("Mul", [f"z{index}", f"s{index}"], [f"h{index}"]))
        else:
            nodes.append(helper.make_node(activation, [f"z{index}"], [f"h{index}"]))
        current = f"h{index}"
    constants.append(numpy_helper.from_array(network.output.reshape(-1, 1), "output"))
    constants.append(numpy_helper.from_array(network.bias, "bias"))
    result = "logit" if network.has_skip else "y"
    nodes.append(helper.make_node("Gemm", [current, "output", "bias"], [result]))
    if network.has_skip:
        constants.append(numpy_helper.from_array(network.skip.reshape(-1, 1), "skip"))
        nodes.append(helper.make_node("Gemm", ["x", "skip", "logit"], ["y"]))
    graph = helper.make_graph(
        nodes,
        "network",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [rows, network.features])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [rows, 1])],
        constants,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def network_in_numpy(network: ReferenceNetwork, rows: np.ndarray) -> Callable[[], np.ndarray]:
    """The network in numpy, in 32 bits."""

    def call() -> np.ndarray:
        units = rows
        for weights, bias in zip(network.weights, network.biases):
            sums = units @ weights
            sums += bias
            units = sums / (1 + np.exp(-sums))
        logits = units @ network.output
        if network.has_skip:
            logits += rows @ network.skip
        return logits + network.bias

    return call


def trees(features: int, count: int, leaves: int, random: np.random.Generator) -> lightgbm.Booster:
    """Boosted trees, fitted to a synthetic target that needs all of their leaves."""
    rows = random.standard_normal((TRAINING_ROWS, features), dtype=np.float32)
    target = (
        np.sin(rows[:, 0] * 2) + rows[:, 1] * rows[:, 2] + random.standard_normal(TRAINING_ROWS)
    )
    parameters = {
        "objective": "regression",
        "num_leaves": leaves,
        "min_data_in_leaf": 20,
        "learning_rate": 0.05,
        "num_threads": 1,
        "seed": 1,
        "verbose": -1,
    }
    return lightgbm.train(parameters, lightgbm.Dataset(rows, target), num_boost_round=count)


def flat_search(
    items: np.ndarray, queries: np.ndarray, limit: int
) -> tuple[Callable[[], np.ndarray], int]:
    """FAISS with the faster threshold: the number of queries from which it uses BLAS."""
    faiss.omp_set_num_threads(1)
    index = faiss.IndexFlatIP(items.shape[1])
    index.add(items)
    arrays = (
        queries,
        np.empty((len(queries), limit), dtype=np.float32),
        np.empty((len(queries), limit), dtype=np.int64),
    )

    pointers = [faiss.swig_ptr(array) for array in arrays]

    def call() -> np.ndarray:
        # Calls the C++ method directly, without the checks of FAISS's Python side.
        index.search_c(len(queries), pointers[0], limit, pointers[1], pointers[2])
        return arrays[2]  # keeps the arrays alive, which pointers do not

    medians = {}
    for threshold in (1, faiss.cvar.distance_compute_blas_threshold):
        faiss.cvar.distance_compute_blas_threshold = threshold
        medians[threshold] = statistics.median(timed(call)(200))
    best = min(medians, key=medians.get)
    faiss.cvar.distance_compute_blas_threshold = best
    return call, best


def search_in_numpy(items: np.ndarray, queries: np.ndarray, limit: int) -> Callable[[], np.ndarray]:
    """A product, a partition, and a sort of the few remaining items."""

    def call() -> np.ndarray:
        scores = queries @ items.T
        best = np.argpartition(scores, -limit, axis=1)[:, -limit:]
        order = np.argsort(-np.take_along_axis(scores, best, axis=1), axis=1)
        return np.take_along_axis(best, order, axis=1)

    return call
