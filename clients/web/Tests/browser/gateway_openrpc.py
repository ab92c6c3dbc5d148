"""A generic OpenRPC client, which knows nothing of movienight but the address of a gateway.

It reads the document that rpc.discover returns, and calls methods as that describes them: with jsonrpc2-pyclient, the
JSON-RPC client that code made by openrpcclientgenerator uses. The packages are those of scripts/python-requirements.txt.

    SITE=http://127.0.0.1:8080 MOVIENIGHT_TOKEN=mn_… python3 gateway_openrpc.py
"""

import os

import httpx
import jsonschema
from jsonrpc2pyclient.httpclient import RPCHTTPClient
from openrpc import OpenRPC

headers = httpx.Headers({"Authorization": "Bearer " + os.environ["MOVIENIGHT_TOKEN"]})
client = RPCHTTPClient(os.environ["SITE"] + "/rpc", headers)

document = client.call("rpc.discover")
model = OpenRPC.model_validate(document)
methods = {method["name"]: method for method in document["methods"]}
assert len(model.methods) == len(methods) > 100

# Each query that needs no parameter is called, and its result is held against the declared schema.
called = 0
for name, method in methods.items():
    required = [parameter["name"] for parameter in method["params"] if parameter.get("required")]
    if method["x-kind"] != "query" or method["x-access"] != "authenticated" or required or "x-one-of" in method:
        continue
    try:
        result = client.call(name, {})
    except Exception as error:  # A class of the client's own for each code.
        print(f"{name} is refused: {error}")
        continue
    schema = {"$ref": "#/result", "result": method["result"]["schema"], "components": document["components"]}
    jsonschema.Draft202012Validator(schema).validate(result)
    called += 1
assert called > 15, called

# A command, its effect, and a refusal.
added = client.call("members.add_managed", {"display_name": "Ben"})
names = [member["display_name"] for member in client.call("households.get", {})["members"]]
assert names[-1] == "Ben", names
assert added["position"] > 0
try:
    client.call("rounds.get", {"round_id": "01a20c82-3c87-72e9-abec-5a87a9f2fa5c"})
except Exception as error:
    assert "no such round" in str(error).lower(), error
else:
    raise AssertionError("an unknown round was found")
print(f"called {called} queries of {len(methods)} methods")
