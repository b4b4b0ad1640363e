"""A market's server for tests: moto (S3) or wsgidav (WebDAV), and the faults that servers have.

    market_server.py s3|dav FOLDER

It prints its port and its members' keys, then answers each line of JSON on stdin with one line.
moto checks the signatures and policies of all requests itself, and wsgidav the passwords. `Faults`
produces the other faults. The user `rita` may only read.
"""

import json
import os
import sys
import threading

KIND, FOLDER = sys.argv[1], sys.argv[2]
BUCKET = "market"


class Faults:
    """A WSGI app around another one, which answers some requests itself."""

    def __init__(self, app):
        self.app = app
        self.rules = []

    def __call__(self, environ, start_response):
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        for rule in self.rules:
            if method in rule["methods"] and rule["path"] in path:
                # A server reads what it was sent before it refuses it.
                length = int(environ.get("CONTENT_LENGTH") or 0)
                environ["wsgi.input"].read(length)
                body = f"<Error><Code>{rule['code']}</Code></Error>".encode()
                headers = [("Content-Type", "application/xml"), ("Content-Length", str(len(body)))]
                start_response(f"{rule['status']} Refused", headers)
                return [] if method == "HEAD" else [body]
        return self.app(environ, start_response)


def policy(*actions):
    resources = [f"arn:aws:s3:::{BUCKET}", f"arn:aws:s3:::{BUCKET}/*"]
    statement = {"Effect": "Allow", "Action": list(actions), "Resource": resources}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


def s3():
    # The first calls, with which the bucket and its members are made, need no key.
    import boto3
    from moto import settings
    from moto.iam.models import iam_backends
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
    from moto.s3.models import s3_backends
    from werkzeug.serving import WSGIRequestHandler, make_server

    class Quiet(WSGIRequestHandler):
        protocol_version = "HTTP/1.1"

        def log(self, *_):
            pass

    app = Faults(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.port}"

    def client(service):
        return boto3.client(
            service,
            endpoint_url=url,
            region_name="us-east-1",
            aws_access_key_id="nobody",
            aws_secret_access_key="nothing",
        )

    iam, store = client("iam"), client("s3")
    store.create_bucket(Bucket=BUCKET)
    keys = {}
    for name, actions in [
        ("anna", ["s3:*"]),
        ("ben", ["s3:*"]),
        ("rita", ["s3:GetObject", "s3:ListBucket"]),
        ("admin", ["s3:*"]),
    ]:
        iam.create_user(UserName=name)
        iam.put_user_policy(UserName=name, PolicyName="p", PolicyDocument=policy(*actions))
        key = iam.create_access_key(UserName=name)["AccessKey"]
        keys[name] = [key["AccessKeyId"], key["SecretAccessKey"]]
    settings.INITIAL_NO_AUTH_ACTION_COUNT = 0
    backend = iam_backends["123456789012"]["aws"]
    objects = s3_backends["123456789012"]["aws"]

    def revoke(name):
        backend.delete_access_key(keys[name][0], name)

    def renew(name):
        key = backend.create_access_key(name)
        keys[name] = [key.access_key_id, key.secret_access_key]
        return keys[name]

    def put(name, body):
        objects.put_object(BUCKET, name, body)

    def get(name):
        found = objects.get_object(BUCKET, name)
        return None if found is None else bytes(found.value)

    def names():
        return sorted(objects.buckets[BUCKET].keys.keys())

    def delete(name):
        objects.delete_object(BUCKET, name)

    return server.port, app, keys, dict(
        revoke=revoke, renew=renew, put=put, get=get, names=names, delete=delete
    )


def dav():
    from cheroot import wsgi
    from wsgidav.wsgidav_app import WsgiDAVApp

    keys = {name: [name, f"{name}'s password"] for name in ["anna", "ben", "rita", "admin"]}
    users = {name: {"password": secret} for name, secret in keys.values()}
    config = {
        "host": "127.0.0.1",
        "port": 0,
        "provider_mapping": {"/market": FOLDER},
        "simple_dc": {"user_mapping": {"*": users}},
        "http_authenticator": {"accept_basic": True, "accept_digest": False},
        "lock_storage": False,
        "property_manager": False,
        "verbose": 0,
        "logging": {"enable": False},
    }
    inner = WsgiDAVApp(config)

    def read_only(environ, start_response):
        import base64

        basic = environ.get("HTTP_AUTHORIZATION", "").removeprefix("Basic ")
        is_rita = base64.b64decode(basic or "").decode().startswith("rita:")
        if is_rita and environ["REQUEST_METHOD"] not in ("GET", "HEAD", "PROPFIND", "OPTIONS"):
            environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
            start_response("403 Forbidden", [("Content-Length", "0")])
            return []
        return inner(environ, start_response)

    app = Faults(read_only)
    server = wsgi.Server(("127.0.0.1", 0), app)
    server.prepare()
    threading.Thread(target=server.serve, daemon=True).start()

    def at(name):
        return os.path.join(FOLDER, name)

    def revoke(name):
        users[name]["password"] = os.urandom(16).hex()

    def renew(name):
        users[name]["password"] = keys[name][1] = "a new password"
        return keys[name]

    def put(name, body):
        os.makedirs(os.path.dirname(at(name)), exist_ok=True)
        with open(at(name), "wb") as file:
            file.write(body)

    def get(name):
        try:
            with open(at(name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def names():
        found = []
        for folder, _, files in os.walk(FOLDER):
            found += [os.path.relpath(os.path.join(folder, file), FOLDER) for file in files]
        return sorted(found)

    def delete(name):
        os.remove(at(name))

    return server.bind_addr[1], app, keys, dict(
        revoke=revoke, renew=renew, put=put, get=get, names=names, delete=delete
    )


port, faults, keys, does = s3() if KIND == "s3" else dav()
print(json.dumps({"port": port, "keys": keys}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    act, of = asked.pop("act"), asked
    if act == "refuse":
        faults.rules.append(of)
        answer = None
    elif act == "allow":
        faults.rules.clear()
        answer = None
    elif act == "put":
        body = b"x" * of["bytes"] if "bytes" in of else bytes.fromhex(of["body"])
        answer = does["put"](of["name"], body)
    elif act == "get":
        found = does["get"](of["name"])
        answer = None if found is None else found.hex()
    else:
        answer = does[act](**of)
    print(json.dumps(answer), flush=True)
# The threads of a server do not end by themselves.
os._exit(0)
