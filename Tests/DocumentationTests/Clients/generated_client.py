"""Makes a Python client from the server's own description, and plays a night with it.

usage: generated_client.py HOST PORT TOKEN FOLDER      the client is made in FOLDER, which is empty
"""

import asyncio
import importlib
import json
import keyword
import sys
from pathlib import Path

import openrpcclientgenerator
from jsonrpc2pyclient.rpcclient import AsyncRPCClient
from openrpc import OpenRPC

host, port, token, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3], Path(sys.argv[4])


class Lines(AsyncRPCClient):
    """One line out, one line in."""

    def __init__(self, reader, writer):
        super().__init__()
        self.reader, self.writer = reader, writer

    async def _send_and_get_json(self, request_json, request_id, **kwargs):
        self.writer.write(request_json.encode() + b"\n")
        return await self.reader.readline()


def generate(document):
    """What the generator makes of it. It reads no references to errors, and makes functions called as methods are."""
    errors = document["components"]["errors"]
    for method in document["methods"]:
        method["errors"] = [errors[error["$ref"].rsplit("/", 1)[1]] for error in method["errors"]]
    document["methods"] = [m for m in document["methods"] if not keyword.iskeyword(m["name"].split(".")[-1])]
    # A class's `list` hides the type of that name from the functions behind it.
    document["methods"].sort(key=lambda m: m["name"].endswith(".list"))
    description = OpenRPC.model_validate(document)
    package = openrpcclientgenerator.generate(description, openrpcclientgenerator.Language.PYTHON, "http://none", folder)
    sys.path.insert(0, str(folder / "python" / package))
    name = package.replace("-", "_")
    return importlib.import_module(f"{name}.client"), importlib.import_module(f"{name}.models")


async def night():
    reader, writer = await asyncio.open_connection(host, port, limit=1 << 24)
    lines = Lines(reader, writer)
    await lines.call("auth.authenticate", {"token": token})
    made, models = generate(await lines.call("rpc.discover"))
    client = made.MovienightClient({})
    for area in vars(client).values():
        area.transport = lines

    # The generator has no fields that can be missing; null is the same.
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
    print(json.dumps({"round_id": str(round_id), "methods": len([m for m in dir(client.rounds) if m[0] != "_"])}))


asyncio.run(night())
