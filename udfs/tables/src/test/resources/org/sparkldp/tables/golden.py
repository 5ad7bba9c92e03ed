"""Writes mbi.csv: 20 small models as mbi 2.0.0 (PyPI) fits them. pip install mbi==2.0.0; python golden.py > mbi.csv"""

import itertools

import jax
import numpy as np

jax.config.update("jax_enable_x64", True)
from mbi import Domain, LinearMeasurement, estimation  # noqa: E402

random = np.random.default_rng(2026)
for number in range(20):
    d = int(random.integers(3, 6))
    sizes = [int(size) for size in random.integers(2, 5, d)]
    names = [str(a) for a in range(d)]
    law = random.random(sizes) ** 3
    law /= law.sum()
    pairs = list(itertools.combinations(range(d), 2))
    chosen = [pairs[i] for i in sorted(random.choice(len(pairs), d - 1 + number % 2, replace=False))]
    measured = []
    print("model", *sizes, sep=",")
    for pair in chosen:
        shares = law.sum(axis=tuple(a for a in range(d) if a not in pair))
        stddev = float(random.choice([0.01, 0.02, 0.03]))
        noise = random.normal(0, stddev, shares.shape)
        shares = (shares + noise - noise.mean()).ravel()
        measured.append(LinearMeasurement(shares, tuple(names[a] for a in pair), stddev))
        print("asked", *pair, 1 / stddev**2, *shares, sep=",")
    model = estimation.MirrorDescent().estimate(Domain(names, sizes), measured, known_total=1.0, iters=5000)
    for pair in pairs:
        print("fitted", *pair, *np.asarray(model.project(tuple(names[a] for a in pair)).datavector()), sep=",")
