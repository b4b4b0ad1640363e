"""Reads a QR code with a library that nobody here wrote.

    python qr.py < MODULES

MODULES has a line for each row of modules, `1` for dark and `0` for light. Prints what the code
says as JSON.
"""

import json
import sys

import zxingcpp

SCALE, QUIET = 4, 4


def picture(rows):
    """The code as grey pixels, with its quiet zone."""
    width = (len(rows[0]) + 2 * QUIET) * SCALE
    blank = [b"\xff" * width] * (QUIET * SCALE)
    edge = b"\xff" * (QUIET * SCALE)
    lines = list(blank)
    for row in rows:
        pixels = b"".join((b"\0" if module == "1" else b"\xff") * SCALE for module in row)
        lines += [edge + pixels + edge] * SCALE
    lines += blank
    return memoryview(b"".join(lines)).cast("B", shape=[len(lines), width])


[code] = zxingcpp.read_barcodes(picture(sys.stdin.read().split()))
json.dump({"text": code.text, "format": str(code.format), "level": code.ec_level}, sys.stdout)
