"""Slopes from released moments beside other private regressions, in one run.
   bench.py EXAMPLE FOLDER [DRAWS]

Income on age and education, and on education alone, of pums_1000.csv, in columns from -1 to 1. The
column `covered` is the share in which the noise intervals hold all slopes of the table. The
error is the root mean square distance of slopes from those of least squares on the table, over
DRAWS responses at each level. EXAMPLE (examples/moments.rs) releases moments by the path and fits
them. Peers, with numpy:

- AdaSSP (Wang 2018, arXiv 1803.02596, Algorithm 2), delta 10^-6
- diffprivlib 0.6.6, LinearRegression
- corners plus squares: the encoding that ours has from three squares on, for education alone"""

import csv
import math
import subprocess
import sys
import warnings
from collections import defaultdict
from pathlib import Path

import numpy as np
from diffprivlib.models import LinearRegression

LEVELS = ("0.5", "1", "2", "4")
DELTA = 1e-6
BOUNDS = {"age": (18, 95), "educ": (1, 16), "income": (0, 150_000)}
# Most of ours, and least of a peer over ours, at each level.
MOST = {"two": (0.080, 0.038, 0.019, 0.0095)}
ADASSP = {"two": (2.8, 4, 4.5, 4.5), "one": (5, 5, 5, 5)}
DIFFPRIVLIB = {"two": (None, 5, 5, 5)}

rng = np.random.default_rng(52)
misses = []


def columns(folder, names):
    with open(folder / "pums_1000.csv") as file:
        rows = list(csv.DictReader(file))
    table = np.array([[float(row[name]) for name in names] for row in rows])
    low, high = np.array([BOUNDS[name] for name in names], dtype=float).T
    return (2 * np.clip(table, low, high) - low - high) / (high - low)


def least_squares(x, y):
    design = np.column_stack([np.ones(len(y)), x])
    return np.linalg.lstsq(design, y, rcond=None)[0][1:]


def adassp(x, y, epsilon):
    design = np.column_stack([np.ones(len(y)), x])
    size = design.shape[1]
    # Rows and responses are within [-1, 1].
    longest, share, log = math.sqrt(size), epsilon / 3, math.log(6 / DELTA)
    scale = math.sqrt(log) * longest**2 / share
    least = np.linalg.eigvalsh(design.T @ design)[0]
    least = max(least + scale * rng.normal() - log / share * longest**2, 0)
    upper = np.triu(rng.normal(size=(size, size)))
    noise = upper + np.triu(upper, 1).T
    matrix = design.T @ design + scale * noise
    right = design.T @ y + math.sqrt(log) * longest / share * rng.normal(size=size)
    enough = math.sqrt(size * log * math.log(2 * size**2 / 0.05)) * longest**2 / share
    ridge = max(0, enough - least)
    return np.linalg.solve(matrix + ridge * np.eye(size), right)[1:]


def diffprivlib(x, y, epsilon):
    model = LinearRegression(
        epsilon=epsilon, bounds_X=(-1, 1), bounds_y=(-1, 1), random_state=int(rng.integers(1 << 31))
    )
    return model.fit(x, y).coef_


def corners_plus_squares(x, y, epsilon, draws):
    """Slope and standard deviation of the response, of two columns: D = V + 2 S/2, V = 1."""
    u = np.column_stack([x, y])
    corners = np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]])
    square = 1 / 4  # S: half of 2^(-p/2)
    masses = [np.prod((1 + corner * u) / 2, axis=1).sum() for corner in corners]
    exact = np.concatenate([masses, square * (u**2 - 0.5).sum(0)])
    sensitivity = 1 + square
    noisy = exact + rng.laplace(size=(draws, 6)) * sensitivity / epsilon
    count, linear = noisy[:, :4].sum(1), noisy[:, :4] @ corners
    product = noisy[:, :4] @ corners.prod(1)
    squares = noisy[:, 4:] / square + count[:, None] / 2
    means = linear / count[:, None]
    variances = squares / count[:, None] - means**2
    slope = (product / count - means.prod(1)) / variances[:, 0]
    return slope[:, None], np.sqrt(variances[:, 1])


def error(found, truth):
    return float(np.sqrt(np.mean((np.array(found) - truth) ** 2)))


def check(what, value, most=None, least=None):
    if (most is not None and value > most) or (least is not None and value < least):
        misses.append(f"{what}: {value:.4g}, " + (f"at most {most}" if most else f"at least {least}"))


def main():
    warnings.simplefilter("ignore")
    example, folder = sys.argv[1], Path(sys.argv[2])
    draws = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    ours, truth = defaultdict(list), {}
    command = [example, "slopes", str(folder), str(draws)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for line in lines.splitlines():
        case, level, _, *numbers = line.split(",")
        told, *slopes, deviation, covered = map(float, numbers)
        if level == "truth":
            truth[case] = np.array(slopes), deviation
        else:
            ours[case, level].append((told, slopes, deviation, covered))
    for case, names in (("two", ["age", "educ"]), ("one", ["educ"])):
        u = columns(folder, [*names, "income"])
        x, y = u[:, :-1], u[:, -1]
        exact, deviation = truth[case]
        assert np.allclose(least_squares(x, y), exact, atol=1e-9), (least_squares(x, y), exact)
        print(f"\nincome on {' and '.join(names)}: rms error of slopes, {draws} responses a level")
        print("    ε   ours   told  covered  AdaSSP  /ours  diffprivlib (median)   /ours", end="")
        print("  corners+squares  /ours   sd /ours" if case == "one" else "")
        for place, level in enumerate(LEVELS):
            epsilon = float(level)
            told = [row for row in ours[case, level] if row[0]]
            share = len(told) / len(ours[case, level])
            covered = np.mean([row[3] for row in told])
            mine = error([row[1] for row in told], exact)
            ada = error([adassp(x, y, epsilon) for _ in range(draws)], exact)
            peers = [diffprivlib(x, y, epsilon) for _ in range(draws)]
            lib = error(peers, exact)
            each = np.sqrt(((np.array(peers) - exact) ** 2).mean(1))
            median = float(np.median(each))
            print(
                f"{level:>5} {mine:.4f} {share:6.3f} {covered:8.3f} {ada:7.4f} {ada / mine:6.2f}"
                f" {lib:11.4g} {f'({median:.3f})':>9} {lib / mine:7.2f}",
                end="",
            )
            what = f"income on {' and '.join(names)}, ε {level}"
            check(f"{what}, told", share, least=0.99)
            if case in MOST:
                check(f"{what}, rms", mine, most=MOST[case][place])
            check(f"{what}, AdaSSP over ours", ada / mine, least=ADASSP[case][place])
            if case in DIFFPRIVLIB and DIFFPRIVLIB[case][place]:
                check(f"{what}, diffprivlib over ours", lib / mine, least=DIFFPRIVLIB[case][place])
            if case == "one":
                slopes, deviations = corners_plus_squares(x, y, epsilon, 20 * draws)
                other = error(slopes, exact)
                spread = error(deviations, deviation)
                own = error([row[2] for row in told], deviation)
                print(f" {other:16.4f} {other / mine:6.2f} {spread / own:10.2f}", end="")
                check(f"{what}, corners plus squares over ours, slope", other / mine, least=1.15)
                check(f"{what}, the same, sd", spread / own, least=1.3)
            print(flush=True)
    print()
    subprocess.run([example, "times"], check=True)
    subprocess.run([example, "coverage", str(folder), str(min(draws, 400))], check=True)
    print("\nmissed:" if misses else "\nno target is missed", *misses, sep="\n")


main()
