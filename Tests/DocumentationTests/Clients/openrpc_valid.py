"""Holds an OpenRPC document against the meta-schema, and each of its schemas against JSON Schema (draft 7).

usage: openrpc_valid.py META-SCHEMA < DOCUMENT
"""

import json
import sys

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


for schema in [*document["components"]["schemas"].values(), *schemas(document)]:
    faults += [f"{str(schema)[:80]}: {fault.message[:200]}" for fault in Draft7Validator(Draft7Validator.META_SCHEMA).iter_errors(schema)]
for reference in set(references(document)):
    place = document
    for step in reference.removeprefix("#/").split("/"):
        place = place.get(step) if isinstance(place, dict) else None
    if place is None:
        faults.append(f"{reference} leads nowhere")

print("\n".join(faults) or f"{len(document['methods'])} methods, {len(document['components']['schemas'])} schemas")
sys.exit(1 if faults else 0)
