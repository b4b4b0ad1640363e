#!/usr/bin/env python3
"""An independent reading of the accountant (see src/accountant.rs) in 60 digits. Needs mpmath.

    accountant.py 1000 > accountant-v1.csv      the golden vectors
    accountant.py 10000 > FILE                  a larger set for the ignored test of tests/accountant.rs

It shares no code with the crate: the normal distribution is mpmath's error function, and the curve is written as in the
literature, with e^e and without Mills' ratio.
"""

import random
import sys

from mpmath import ceil, erfc, exp, log, mp, mpf, sqrt

mp.dps = 60


def upper(x):
    return erfc(x / sqrt(mpf(2))) / 2


def gauss(e, m):
    """delta_G(e; m). Enough digits are carried for what cancels."""
    if m == 0:
        return max(mpf(0), 1 - exp(e))
    with mp.workdps(200):
        return upper(e / m - m / 2) - exp(e) * upper(e / m + m / 2)


def curve(pure, rho, e):
    m, odds = sqrt(2 * rho), exp(-pure)
    return (gauss(e - pure, m) + odds * gauss(e + pure, m)) / (1 + odds)


def smallest(pure, rho, delta):
    """Returns the smallest epsilon in millionths, by bisection and with both neighbours checked."""
    holds = lambda micro: curve(pure, rho, mpf(micro) / 10**6) <= delta
    if holds(0):
        return 0
    low, high = 0, int(ceil(10**6 * (pure + rho + sqrt(4 * rho * (1 - log(delta)))))) + 1
    assert holds(high)
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def states(count):
    chance = random.Random(47)
    for _ in range(count):
        pure = 0 if chance.random() < 0.1 else int(10 ** chance.uniform(0, 7.3))
        rho = 0 if chance.random() < 0.05 else int(10 ** chance.uniform(0, 10.5))
        yield pure, rho, f"{chance.randint(1, 9)}e-{chance.randint(1, 15)}"


print("micro_epsilon,nano_rho,delta,epsilon")
for pure, rho, delta in states(int(sys.argv[1])):
    print(f"{pure},{rho},{delta},{smallest(mpf(pure) / 10**6, mpf(rho) / 10**9, mpf(delta))}", flush=True)
