#!/usr/bin/env python3
"""An independent reading of the word layout `poundwise-path-v1` (see src/spec/layout.rs), with nothing but Python's library.

    oracle.py make-path  > path-v1.csv      the golden vectors of the path
    oracle.py make-words > words-v1.csv     the golden vectors of the words
    oracle.py make-range > range-v1.csv     further vectors of the path, spread over the whole parameter range
    oracle.py check path-v1.csv words-v1.csv

It shares no code and no arithmetic with the crate: ChaCha20 is written out, the reals are decimals of 120 digits, and
each uniform is cut off after 192 bits. Every decision must keep a distance of 10^-30 from its threshold, so neither cut can matter.
"""

import sys
from decimal import ROUND_FLOOR, Decimal, getcontext

getcontext().prec = 120
getcontext().Emin = -(10**9)
getcontext().Emax = 10**9
BASE = 2**16
MARGIN = Decimal(10) ** -30
MASK = 0xFFFFFFFF


def chacha20_block(key, counter, nonce):
    """RFC 8439's block function, with the original 64-bit counter and 64-bit nonce."""
    state = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    state += [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    state += [counter & MASK, counter >> 32, nonce & MASK, nonce >> 32]
    x = list(state)

    def quarter(a, b, c, d):
        for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[p] = (x[p] + x[q]) & MASK
            x[r] ^= x[p]
            x[r] = ((x[r] << turn) | (x[r] >> (32 - turn))) & MASK

    for _ in range(10):
        for i in range(4):
            quarter(i, i + 4, i + 8, i + 12)
        for i in range(4):
            quarter(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12)
    words = [(u + v) & MASK for u, v in zip(x, state)]
    return b"".join(w.to_bytes(4, "little") for w in words)


def block(seed, coordinate, index):
    raw = chacha20_block(seed, index, coordinate)
    return [int.from_bytes(raw[i : i + 8], "little") for i in range(0, 64, 8)]


def refinement(seed, coordinate, index, word, r):
    return block(seed, coordinate, 2**62 + ((8 * index + word) << 16) + r // 8)[r % 8]


class Draw:
    def __init__(self, seed, coordinate, index):
        self.seed, self.coordinate, self.index = seed, coordinate, index
        self.words = block(seed, coordinate, index)

    def uniform(self, word):
        bits = self.words[word]
        for r in range(2):
            bits = (bits << 64) | refinement(self.seed, self.coordinate, self.index, word, r)
        return (Decimal(2 * bits + 1)) / Decimal(2**193)

    def sign(self):
        return -1 if self.words[1] >> 63 else 1


def less(a, b):
    assert abs(a - b) > MARGIN * max(abs(a), abs(b)), "too close to call with 192 bits"
    return a < b


def floor(x):
    n = x.to_integral_value(rounding=ROUND_FLOOR)
    assert MARGIN < x - n < 1 - MARGIN, "too close to call with 192 bits"
    return int(n)


def one_minus_exp(x):
    """1 - exp(-x) without losing the digits of a small x."""
    if x > Decimal("0.1"):
        return 1 - (-x).exp()
    total, term, k = Decimal(0), Decimal(1), 0
    while abs(term) > Decimal(10) ** -118 * max(abs(total), Decimal(10) ** -100):
        k += 1
        term *= -x / k
        total -= term
    return total


def geometric(s, q, draw):
    e = 0
    while not Decimal(2) ** -(e + 1) < q:
        e += 1
    assert q <= Decimal(2) ** -e
    k = 0 if e <= 16 else -((16 - e) // 16)
    value = floor(-draw.uniform(2).ln() / (s * BASE**k))
    for i in reversed(range(k)):
        v = draw.uniform(3 + i)
        digit = floor(-(1 - v * one_minus_exp(s * BASE ** (i + 1))).ln() / (s * BASE**i))
        assert 0 <= digit < BASE
        value = value * BASE + digit
    return value


def noise(top_seed, jump_seed, sensitivity, top, coordinate, levels):
    """N at each level, read jump by jump from the top downwards."""
    start, q = 0, Decimal(1)
    if top is not None:
        s = Decimal(top) / (10**6 * sensitivity)
        q = one_minus_exp(s)
        draw = Draw(top_seed, coordinate, 0)
        # (1 - a)/(1 + a) with a = 1 - q
        if not less(draw.uniform(0), q / (2 - q)):
            start = draw.sign() * (1 + geometric(s, q, draw))
    thresholds = [one_minus_exp(Decimal(m) / (10**6 * sensitivity)) for m in levels]
    jumps = []
    j = 0
    while True:
        draw = Draw(jump_seed, coordinate, j)
        j += 1
        q *= draw.uniform(0).sqrt()
        if not any(less(t, q) for t in thresholds):
            break
        # ln(1 - q) keeps 120 - 16 digits of relative precision at the smallest q of 2^-51
        jumps.append((q, draw.sign() * (1 + geometric(-(1 - q).ln(), q, draw))))
    return [start + sum(size for at, size in jumps if less(t, at)) for t in thresholds]


# Inputs of the golden vectors: (sensitivity, top or None, levels in descending order), all over the
# supported range.
PARAMETERS = [
    (1, 1_000_000, [1_000_000, 999_999, 500_000, 100_000, 10_000]),
    (1, 64_000_000, [64_000_000, 8_000_000, 1_000_000, 1]),
    (1, None, [64_000_000, 5_000_000, 1_000_000, 100_000]),
    (1, 2**40, [2**40, 20_000_000, 3_000_000]),
    (1, 1, [1]),
    (2, 3_000_000, [3_000_000, 1_500_000, 1_000, 1]),
    (7, None, [2_000_000, 300_000, 1_000]),
    (100, 2_000_000, [2_000_000, 1_000_000, 250_000, 1_000]),
    (1_000, 10_000_000, [10_000_000, 1_000_000, 100_000, 10]),
    (65_536, 1_000_000, [1_000_000, 500_000, 499_999, 1_000]),
    (131_072, 1_000_000, [1_000_000, 999_999]),
    (2_000_000, None, [64_000_000, 1_000_000, 50_000]),
    (20_000_000, 5_000_000, [5_000_000, 1_500_000, 500_000, 100_000]),
    (1_125_899_906, 1_000_000, [1_000_000, 1_000, 1]),
    (10**10, 8_000_000, [8_000_000, 1_000_000, 10]),
    (2**40, 64_000_000, [64_000_000, 8_000_000, 1_000_000, 1_000]),
    (2**40, None, [2**40, 64_000_000, 2_000, 977]),
    (2**40, 977, [977]),
]
COORDINATES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 1_000, 2**32 - 1, 2**32, 2**40 + 12_345, 2**62, 2**63 - 1]


def seed(kind, number):
    return bytes((kind * 131 + number * 17 + i * i * 7 + i) % 256 for i in range(32))


def path_rows():
    for number, (sensitivity, top, levels) in enumerate(PARAMETERS):
        for coordinate in COORDINATES:
            yield seed(1, number), seed(2, number), sensitivity, top, coordinate, levels


def spread(state):
    """Knuth's multiplier: any spread of parameters will do."""
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 20


def range_rows(count=600):
    """D from 1 to 2^40 and levels from 1e-6 to 64 with D/level below 2^50, evenly in the logarithm; with and without a top."""
    random = spread(2024)

    def between(low, high):
        share = Decimal(next(random)) / 2**44
        value = int((Decimal(low).ln() + share * (Decimal(high).ln() - Decimal(low).ln())).exp())
        return min(max(value, low), high)

    for number in range(count):
        sensitivity = between(1, 2**40)
        least = sensitivity * 10**6 // 2**50 + 1
        levels = sorted({between(least, 64_000_000) for _ in range(5)}, reverse=True)
        top = [None, levels[0], 64_000_000, 2**40][number % 4]
        coordinate = next(random) >> (next(random) % 44)
        yield seed(4, number), seed(5, number), sensitivity, top, coordinate, levels


def show(values):
    return " ".join(str(v) for v in values)


def make_path(rows):
    print("top_seed,jump_seed,sensitivity,top_micro,coordinate,levels_micro,noise")
    for top_seed, jump_seed, sensitivity, top, coordinate, levels in rows:
        values = noise(top_seed, jump_seed, sensitivity, top, coordinate, levels)
        print(
            f"{top_seed.hex()},{jump_seed.hex()},{sensitivity},{'' if top is None else top},"
            f"{coordinate},{show(levels)},{show(values)}"
        )


def words_rows():
    for number, coordinate in enumerate((0, 2**32, 2**63 - 1)):
        for index in (0, 5, 2**32 + 3, 2**43 - 1):
            for word in range(6):
                for r in (None, 0, 8, 65_535):
                    yield seed(3, number), coordinate, index, word, r


def make_words():
    print("seed,coordinate,block,word,refinement,value")
    for key, coordinate, index, word, r in words_rows():
        value = (
            block(key, coordinate, index)[word]
            if r is None
            else refinement(key, coordinate, index, word, r)
        )
        print(f"{key.hex()},{coordinate},{index},{word},{'' if r is None else r},{value:016x}")


def self_check():
    # ChaCha20 with an all-zero key, counter and nonce: draft-agl-tls-chacha20poly1305-04, section
    # 7.
    expected = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
    assert chacha20_block(bytes(32), 0, 0).hex().startswith(expected)


def check(path_file, words_file):
    rows = 0
    for line in open(path_file).read().splitlines()[1:]:
        top_seed, jump_seed, sensitivity, top, coordinate, levels, values = line.split(",")
        computed = noise(
            bytes.fromhex(top_seed),
            bytes.fromhex(jump_seed),
            int(sensitivity),
            int(top) if top else None,
            int(coordinate),
            [int(m) for m in levels.split()],
        )
        assert show(computed) == values, f"{path_file}: expected {show(computed)} in: {line}"
        rows += 1
    for line in open(words_file).read().splitlines()[1:]:
        key, coordinate, index, word, r, value = line.split(",")
        arguments = (bytes.fromhex(key), int(coordinate), int(index))
        computed = refinement(*arguments, int(word), int(r)) if r else block(*arguments)[int(word)]
        assert f"{computed:016x}" == value, f"{words_file}: expected {computed:016x} in: {line}"
        rows += 1
    print(f"{rows} rows agree")


if __name__ == "__main__":
    self_check()
    if sys.argv[1:] == ["make-path"]:
        make_path(path_rows())
    elif sys.argv[1:] == ["make-range"]:
        make_path(range_rows())
    elif sys.argv[1:] == ["make-words"]:
        make_words()
    elif len(sys.argv) == 4 and sys.argv[1] == "check":
        check(*sys.argv[2:])
    else:
        sys.exit(__doc__)
