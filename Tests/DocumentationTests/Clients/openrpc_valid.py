"""Holds an OpenRPC document against the meta-schema, each of its schemas against JSON Schema (draft 7), and stored events
against the schemas of what they say.

usage: openrpc_valid.py META-SCHEMA EVENTS < DOCUMENT      EVENTS has a file VoteCast.v1.json for each version of a type
"""

import json
import sys
from pathlib import Path

from jsonschema import Draft7Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

# The meta-schema names these by their address. Nothing is fetched: they are JSON Schema's own.
tools = {"$ref": "http://json-schema.org/draft-07/schema#"}
ref = {"definitions": {"JSONSchemaObject": {"properties": {"$ref": {"type": "string"}}}}}
registry = Registry().with_resources(
    [
        ("http://json-schema.org/draft-07/schema", Resource.from_contents(Draft7Validator.META_SCHEMA)),
        ("https://meta.json-schema.tools", DRAFT7.create_resource(tools | ref)),
        ("https://meta.json-schema.tools/", DRAFT7.create_resource(tools | ref)),
    ]
)

with open(sys.argv[1]) as file:
    validator = Draft7Validator(json.load(file), registry=registry)
document = json.load(sys.stdin)
events = Path(sys.argv[2])
faults = [f"{'/'.join(map(str, fault.absolute_path))}: {fault.message[:200]}" for fault in validator.iter_errors(document)]


def schemas(value):
    """All schemas, wherever they stand."""
    if isinstance(value, dict):
        for key, inside in value.items():
            if key == "schema":
                yield inside
            yield from schemas(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from schemas(inside)


def references(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for inside in value.values():
            yield from references(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from references(inside)


said = [event["data"] for event in document["x-events"]]
for schema in [*document["components"]["schemas"].values(), *schemas(document), *said]:
    faults += [f"{str(schema)[:80]}: {fault.message[:200]}" for fault in Draft7Validator(Draft7Validator.META_SCHEMA).iter_errors(schema)]
for reference in set(references(document)):
    place = document
    for step in reference.removeprefix("#/").split("/"):
        place = place.get(step) if isinstance(place, dict) else None
    if place is None:
        faults.append(f"{reference} leads nowhere")

registry = registry.with_resource("urn:document", DRAFT7.create_resource(document))
for index, event in enumerate(document["x-events"]):
    validator = Draft7Validator({"$ref": f"urn:document#/x-events/{index}/data"}, registry=registry)
    stored = json.loads((events / f"{event['name']}.v{event['version']}.json").read_text())
    faults += [f"{event['name']}: {fault.message[:200]}" for fault in validator.iter_errors(stored)]
    if stored and not any(True for _ in validator.iter_errors({})):
        faults.append(f"{event['name']} can say nothing")

counts = [f"{len(document['methods'])} methods", f"{len(document['components']['schemas'])} schemas"]
print("\n".join(faults) or ", ".join(counts + [f"{len(document['x-events'])} events"]))
sys.exit(1 if faults else 0)
