"""Calls a running server with grpcio and checks statuses, problems, sizes and deadlines. Argument: the port."""

import json
import os
import sys

import grpc

PORT = sys.argv[1]
TOKEN = os.environ["ANALYZER_API_TOKEN"]
BEARER = ("authorization", "Bearer " + TOKEN)
MIB = 1024 * 1024
LIMIT = 8 * MIB - 64 * 1024
QUERY = "/analyzer.v1.Analyzer/Query"


def message(payload: bytes) -> bytes:
    """A message whose first field has these bytes."""
    size, length = b"", len(payload)
    while length > 127:
        size += bytes([length & 127 | 128])
        length >>= 7
    return b"\x0a" + size + bytes([length]) + payload


def request(operation: str, **params) -> bytes:
    return json.dumps({"schema": "analyzer.request.v1", "operation": operation, "params": params}).encode()


def call(payload: bytes, metadata=(BEARER,), path=QUERY, timeout=20.0, **options):
    """Name of the status, and the code of the problem in the trailer."""
    limits = {"grpc.max_receive_message_length": 8 * MIB, "grpc.max_send_message_length": -1}
    channel_options = list({**limits, **options}.items())
    with grpc.insecure_channel("127.0.0.1:" + PORT, options=channel_options) as channel:
        method = channel.unary_unary(path)
        try:
            method(payload, metadata=metadata, timeout=timeout)
            return "OK", None
        except grpc.RpcError as error:
            trailer = dict(error.trailing_metadata() or ()).get("analyzer-problem-bin")
            return error.code().name, json.loads(trailer)["code"] if trailer else None


SUMMARY = message(request("summary"))
CASES = [
    ("a query", call(SUMMARY), ("OK", None)),
    ("no token", call(SUMMARY, metadata=()), ("UNAUTHENTICATED", "unauthenticated")),
    ("another token", call(SUMMARY, metadata=(("authorization", "Bearer x"),)), ("UNAUTHENTICATED", "unauthenticated")),
    ("two tokens", call(SUMMARY, metadata=(("authorization", "Bearer x"), BEARER)), ("UNAUTHENTICATED", "unauthenticated")),
    ("another authority", call(SUMMARY, **{"grpc.default_authority": "evil.test"}), ("PERMISSION_DENIED", "host_forbidden")),
    ("an unknown method", call(SUMMARY, path="/analyzer.v1.Analyzer/Scan"), ("UNIMPLEMENTED", None)),
    ("an unknown id", call(message(request("members", group_id="g_" + "0" * 20))), ("NOT_FOUND", "not_found")),
    ("a wrong parameter", call(message(request("clones", limt=1))), ("INVALID_ARGUMENT", "invalid_request")),
    ("another snapshot", call(message(request("nodes", snapshot_id="0" * 64))), ("FAILED_PRECONDITION", "snapshot_mismatch")),
    ("bytes that are not JSON", call(message(b"\xff")), ("INVALID_ARGUMENT", "malformed_json")),
    ("bytes that are not a message", call(b"\xff\xff"), ("INVALID_ARGUMENT", "malformed_json")),
    ("no message", call(b""), ("INVALID_ARGUMENT", "malformed_json")),
    ("a request at the limit", call(message(request("summary").ljust(LIMIT))), ("OK", None)),
    ("a byte more", call(message(request("summary").ljust(LIMIT + 1))), ("RESOURCE_EXHAUSTED", "request_too_large")),
    ("more than the channel takes", call(message(b" " * 9 * MIB)), ("RESOURCE_EXHAUSTED", None)),
    ("a deadline that passed", call(SUMMARY, timeout=0.000001), ("DEADLINE_EXCEEDED", None)),
    ("health without token", call(b"", metadata=(), path="/grpc.health.v1.Health/Check"), ("OK", None)),
]

print("grpcio", grpc.__version__)
failed = 0
for what, found, expected in CASES:
    failed += found != expected
    print("ok" if found == expected else f"FAILED, expected {expected}", what, *[part for part in found if part], sep=": ")
sys.exit(1 if failed else 0)
