"""The network that all sides run: two hidden layers with SiLU, one logit per row."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

NOVELTY_FEATURES = 8
NOVELTY_UNITS = 16


@dataclass(frozen=True)
class ReferenceNetwork:
    """The weights in hunch's layout: `skip` connects the inputs directly to the logit."""

    mean: np.ndarray
    factor: np.ndarray
    weights: tuple[np.ndarray, np.ndarray]
    biases: tuple[np.ndarray, np.ndarray]
    output: np.ndarray
    skip: np.ndarray
    bias: np.ndarray
    has_skip: bool

    @staticmethod
    def random(
        features: int,
        has_skip: bool,
        random: np.random.Generator,
        hidden: tuple[int, int] = (64, 32),
    ) -> ReferenceNetwork:
        """Weights whose products keep their size from layer to layer."""

        def numbers(*shape: int) -> np.ndarray:
            return (random.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)

        skip = numbers(features) if has_skip else np.zeros(features, dtype=np.float32)
        return ReferenceNetwork(
            mean=random.standard_normal(features).astype(np.float32),
            factor=random.uniform(0.5, 2, features).astype(np.float32),
            weights=(numbers(features, hidden[0]), numbers(*hidden)),
            biases=(numbers(hidden[0]), numbers(hidden[1])),
            output=numbers(hidden[1]),
            skip=skip,
            bias=np.float32([0.25]),
            has_skip=has_skip,
        )

    @property
    def features(self) -> int:
        """The number of features in a row."""
        return len(self.skip)

    @property
    def hidden(self) -> tuple[int, ...]:
        """The units of the hidden layers."""
        return tuple(len(bias) for bias in self.biases)

    def rows(self, count: int, random: np.random.Generator) -> np.ndarray:
        """The rows for hunch, which are not standardised."""
        standard = random.standard_normal((count, self.features))
        return (standard / self.factor + self.mean).astype(np.float32)

    def standardized(self, rows: np.ndarray) -> np.ndarray:
        """The standardised rows for the peers, which do not have to do that."""
        return np.ascontiguousarray((rows - self.mean) * self.factor, dtype=np.float32)

    def write(self, path: Path) -> None:
        """Writes a model for hunch, with a small network for "none of these"."""
        tensors = {
            "temperature": np.float32([1]),
            "none_bias": np.float32([0]),
            "candidate.mean": self.mean,
            "candidate.factor": self.factor,
            "candidate.output": self.output,
            "candidate.skip": self.skip,
            "candidate.bias": self.bias,
        }
        for index, (weights, bias) in enumerate(zip(self.weights, self.biases)):
            tensors[f"candidate.hidden.{index}.weights"] = weights
            tensors[f"candidate.hidden.{index}.bias"] = bias
        tensors |= _novelty()
        names = [f"f{index}" for index in range(self.features)]
        metadata = {
            "format": "hunch-ranking-1",
            "schema_fingerprint": "speed",
            "feature_names": json.dumps(names),
            "groups": json.dumps(["habit"] * self.features),
            "novelty_feature_names": json.dumps([f"n{i}" for i in range(NOVELTY_FEATURES)]),
            "training_digest": "",
            "seed": "1",
            "configuration": "{}",
            "metrics": "{}",
        }
        save_file(tensors, path, metadata=metadata)


def _novelty() -> dict[str, np.ndarray]:
    size = NOVELTY_FEATURES
    return {
        "novelty.mean": np.zeros(size, dtype=np.float32),
        "novelty.factor": np.ones(size, dtype=np.float32),
        "novelty.output": np.full(NOVELTY_UNITS, 0.1, dtype=np.float32),
        "novelty.skip": np.zeros(size, dtype=np.float32),
        "novelty.bias": np.zeros(1, dtype=np.float32),
        "novelty.hidden.0.weights": np.full((size, NOVELTY_UNITS), 0.1, dtype=np.float32),
        "novelty.hidden.0.bias": np.zeros(NOVELTY_UNITS, dtype=np.float32),
    }
