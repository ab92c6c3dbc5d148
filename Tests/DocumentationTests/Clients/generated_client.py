"""Plays a night with a Python client generated from the server's own description, and validates every answer against
docs/openrpc.json.

usage: generated_client.py HOST PORT TOKEN CLIENT      CLIENT is the folder that the generator wrote
"""

import asyncio
import importlib
import json
import sys
from pathlib import Path

from jsonrpc2pyclient.rpcclient import AsyncRPCClient
from jsonschema import Draft7Validator, FormatChecker
from jsonschema.exceptions import best_match
from referencing import Registry
from referencing.jsonschema import DRAFT7

host, port, token, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3], Path(sys.argv[4])
sys.path.insert(0, str(folder))
package = folder.name.replace("-", "_")
made, models = importlib.import_module(f"{package}.client"), importlib.import_module(f"{package}.models")


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
        assert {"$ref": f"#/components/errors/{key}"} in methods[name]["errors"], (name, error)
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
    client = made.MovienightClient({})
    for area in vars(client).values():
        area.transport = lines

    # The generated models have no optional fields; null means the same.
    nothing = dict.fromkeys(models.SentMovie.model_fields)
    titles = {1: "Cars", 2: "Up"}
    movies = [
        models.SentMovie(**nothing | {"tmdb_movie_id": id, "title": title, "content_rating": "G"})
        for id, title in titles.items()
    ]
    started = await client.rounds.start(movies=movies, open_voting=True)
    round_id = started.round.round_id
    voted = await client.rounds.vote(round_id=round_id, tmdb_movie_id=2, vote="up")
    assert voted.vote == models.Vote.UP and voted.position > started.position
    shown = await client.rounds.get(round_id=round_id)
    assert isinstance(shown, models.Round) and shown.status == models.RoundStatus.VOTING, shown
    assert [s.votes_up for s in shown.suggestions] == [0, 1], shown
    history = await client.sessions.list()
    assert history.sessions[0].round_id == round_id and history.next_cursor is None
    await client.rounds.pick(round_id=round_id, tmdb_movie_id=2)
    await client.rounds.mark_watched(round_id=round_id)
    await client.rounds.rate(round_id=round_id, rating="loved")

    # The other queries without required parameters, including those for administrators only.
    for method in methods.values():
        if method["x-kind"] != "command" and not any(param["required"] for param in method["params"]):
            request = {"jsonrpc": "2.0", "id": 1, "method": method["name"], "params": {}}
            await lines._send_and_get_json(json.dumps(request), 1)
    print(json.dumps({"round_id": str(round_id), "methods": len([m for m in dir(client.rounds) if m[0] != "_"])}))
    print(f'{len(checked["result"])} results and {len(checked["error"])} refusals are as declared')


asyncio.run(night())
