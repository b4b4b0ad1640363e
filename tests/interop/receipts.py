"""Verifies every line of an exported ledger with a JOSE library from PyPI.

    python receipts.py LIBRARY LEDGER

LIBRARY is `joserfc`, `jwcrypto`, `PyJWT` or `Authlib`. Each runs with its defaults, except for the
setting of joserfc that the README states. Prints the number of verified documents of each kind.
Fails on the first document that does not verify.
"""

import base64
import collections
import json
import sys


def joserfc(line, jwk):
    from joserfc import jws
    from joserfc.jwk import OKPKey

    key = OKPKey.import_key(jwk)
    document = jws.deserialize_compact(line, key, algorithms=["EdDSA"])
    if document.headers()["kid"] != key.thumbprint():
        raise ValueError("the kid is not the thumbprint of the key (RFC 7638)")
    return document.headers(), document.payload


def joserfc_needs_its_setting(line, jwk):
    """The README states the setting. It is unnecessary once this fails."""
    from joserfc import errors, jws
    from joserfc.jwk import OKPKey

    try:
        jws.deserialize_compact(line, OKPKey.import_key(jwk))
    except errors.UnsupportedAlgorithmError:
        return
    raise SystemExit("joserfc verifies with its defaults: correct the README")


def jwcrypto(line, jwk):
    from jwcrypto.jwk import JWK
    from jwcrypto.jws import JWS

    key = JWK(**jwk)
    document = JWS()
    document.deserialize(line, key)
    if document.jose_header["kid"] != key.thumbprint():
        raise ValueError("the kid is not the thumbprint of the key (RFC 7638)")
    return document.jose_header, document.payload


def pyjwt(line, jwk):
    from jwt import PyJWK, PyJWS

    document = PyJWS().decode_complete(line, PyJWK(jwk))
    return document["header"], document["payload"]


def authlib(line, jwk):
    from authlib.jose import JsonWebSignature, OKPKey

    document = JsonWebSignature().deserialize_compact(line, OKPKey.import_key(jwk))
    return document.header, document.payload


LIBRARIES = {"joserfc": joserfc, "jwcrypto": jwcrypto, "PyJWT": pyjwt, "Authlib": authlib}


def payload_of(line):
    return base64.urlsafe_b64decode(line.split(".")[1] + "==")


def documents_of(file):
    """The documents, which follow the checkpoint's signature lines."""
    with open(file, encoding="utf-8", newline="") as text:
        return text.read().split("\n\n")[2].splitlines()


def main(library, file):
    verify = LIBRARIES[library]
    kinds = collections.Counter()
    documents = documents_of(file)
    for line in documents:
        jwk = json.loads(payload_of(line))["jwk"]
        header, payload = verify(line, jwk)
        if payload != payload_of(line):
            raise SystemExit("the library returned another payload")
        kinds[header["typ"]] += 1
    # A library that accepts everything proves nothing: each line again with one changed character.
    for line in documents:
        jwk = json.loads(payload_of(line))["jwk"]
        head, body, signature = line.split(".")
        changed = ("B" if body[20] != "B" else "C").join([body[:20], body[21:]])
        for bad in (f"{head}.{changed}.{signature}", f"{head}.{body}.{signature[1:]}A"):
            try:
                verify(bad, jwk)
            except Exception:
                continue
            raise SystemExit("a changed document verified")
    if library == "joserfc":
        joserfc_needs_its_setting(documents[0], json.loads(payload_of(documents[0]))["jwk"])
    print(json.dumps(kinds))


main(sys.argv[1], sys.argv[2])
