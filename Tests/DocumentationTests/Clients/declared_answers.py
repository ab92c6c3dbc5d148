"""Plays a night, and validates every answer against docs/openrpc.json as it is.

usage: declared_answers.py HOST PORT TOKEN
"""

import asyncio
import json
import sys
from pathlib import Path

from jsonrpc2pyclient.rpcclient import AsyncRPCClient
from jsonschema import Draft7Validator, FormatChecker
from jsonschema.exceptions import best_match
from referencing import Registry
from referencing.jsonschema import DRAFT7

host, port, token = sys.argv[1], int(sys.argv[2]), sys.argv[3]


def closed(value):
    """Returns the schema with undeclared members forbidden in every object."""
    if isinstance(value, list):
        return [closed(inside) for inside in value]
    if not isinstance(value, dict):
        return value
    return {key: closed(inside) for key, inside in value.items()} | (
        {"additionalProperties": False} if "properties" in value else {}
    )


document = closed(json.loads((Path(__file__).parents[3] / "docs/openrpc.json").read_text()))
registry = Registry().with_resource("urn:document", DRAFT7.create_resource(document))
methods = {method["name"]: method for method in document["methods"]}
checked = {"result": set(), "error": set()}


def check(name, answer):
    """Ends the program unless the answer is as the method declares it."""
    if "error" in answer:
        error = answer["error"]
        key = f'{error["code"]}_{error["data"]["reason"]}'
        assert key in [f'{one["code"]}_{one["data"]["reason"]}' for one in methods[name]["errors"]], (name, error)
        value, place = error["data"], f"components/errors/{key}/data/schema"
    else:
        value, place = answer["result"], f"methods/{list(methods).index(name)}/result/schema"
    schema = {"$ref": f"urn:document#/{place}"}
    validator = Draft7Validator(schema, registry=registry, format_checker=FormatChecker())
    fault = best_match(validator.iter_errors(value))
    assert not fault, f"{name} {fault.json_path}: {fault.message[:300]}"
    checked["error" if "error" in answer else "result"].add(name)


class Lines(AsyncRPCClient):
    """A client that sends one line and reads one line per call."""

    def __init__(self, reader, writer):
        super().__init__()
        self.reader, self.writer = reader, writer

    async def _send_and_get_json(self, request_json, request_id, **kwargs):
        self.writer.write(request_json.encode() + b"\n")
        line = await self.reader.readline()
        check(json.loads(request_json)["method"], json.loads(line))
        return line


async def night():
    lines = Lines(*await asyncio.open_connection(host, port, limit=1 << 24))
    await lines.call("auth.authenticate", {"token": token})
    await lines.call("members.add_managed", {"display_name": "Ben"})
    titles = {1: "Cars", 2: "Up"}
    movies = [{"tmdb_movie_id": id, "title": title, "content_rating": "G"} for id, title in titles.items()]
    started = await lines.call("rounds.start", {"movies": movies, "open_voting": True})
    here = {"round_id": started["round"]["round_id"]}
    voted = await lines.call("rounds.vote", here | {"tmdb_movie_id": 2, "vote": "up"})
    assert voted["vote"] == "up" and voted["position"] > started["position"]
    shown = await lines.call("rounds.get", here)
    assert [s["votes_up"] for s in shown["suggestions"]] == [0, 1], shown
    await lines.call("rounds.pick", here | {"tmdb_movie_id": 2})
    await lines.call("rounds.mark_watched", here)
    await lines.call("rounds.rate", here | {"rating": "loved"})

    # The other queries without required parameters, including those for administrators only.
    for method in methods.values():
        if method["x-kind"] != "command" and not any(param["required"] for param in method["params"]):
            request = {"jsonrpc": "2.0", "id": 1, "method": method["name"], "params": {}}
            await lines._send_and_get_json(json.dumps(request), 1)
    print(f'{len(checked["result"])} results and {len(checked["error"])} refusals are as declared')


asyncio.run(night())
