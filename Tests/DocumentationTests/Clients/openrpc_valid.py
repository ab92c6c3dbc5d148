"""Validates an OpenRPC document: the document against the meta-schema, its schemas against JSON Schema (draft 7), and its
examples and stored events against its schemas.

usage: openrpc_valid.py META-SCHEMA EVENTS < DOCUMENT      EVENTS has a file VoteCast.v1.json for each version of a type
"""

import json
import sys
from pathlib import Path

from jsonschema import Draft7Validator
from referencing import Registry
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT7

# The meta-schema refers to JSON Schema by these addresses. Nothing is fetched.
draft7 = DRAFT7.create_resource(Draft7Validator.META_SCHEMA)
ref = {"definitions": {"JSONSchemaObject": {"properties": {"$ref": {"type": "string"}}}}}
tools = DRAFT7.create_resource({"$ref": "http://json-schema.org/draft-07/schema#"} | ref)
document = json.load(sys.stdin)
registry = Registry().with_resources(
    [
        ("http://json-schema.org/draft-07/schema", draft7),
        ("https://meta.json-schema.tools", tools),
        ("https://meta.json-schema.tools/", tools),
        ("urn:document", DRAFT7.create_resource(document)),
    ]
)
faults = []


def validate(value, schema, place):
    for fault in Draft7Validator(schema, registry=registry).iter_errors(value):
        faults.append(f"{place}/{'/'.join(map(str, fault.absolute_path))}: {fault.message[:200]}")


def members(value, name):
    """Yields the values of all members with this name, at any depth."""
    if isinstance(value, dict):
        for key, inside in value.items():
            if key == name:
                yield inside
            yield from members(inside, name)
    elif isinstance(value, list):
        for inside in value:
            yield from members(inside, name)


validate(document, json.loads(Path(sys.argv[1]).read_text()), "")
schemas = document["components"]["schemas"]
for schema in [*schemas.values(), *members(document, "schema"), *(event["data"] for event in document["x-events"])]:
    validate(schema, Draft7Validator.META_SCHEMA, str(schema)[:80])
resolver = registry.resolver("urn:document")
for reference in set(members(document, "$ref")):
    try:
        resolver.lookup(reference)
    except Unresolvable:
        faults.append(f"{reference} leads nowhere")

for index, method in enumerate(document["methods"]):
    positions = {param["name"]: position for position, param in enumerate(method["params"])}
    for example in method.get("examples", []):
        place = f"urn:document#/methods/{index}"
        for param in example["params"]:
            schema = {"$ref": f"{place}/params/{positions[param['name']]}/schema"}
            validate(param["value"], schema, f"{method['name']} {param['name']}")
        validate(example["result"]["value"], {"$ref": f"{place}/result/schema"}, f"{method['name']} result")

for index, event in enumerate(document["x-events"]):
    schema = {"$ref": f"urn:document#/x-events/{index}/data"}
    stored = json.loads((Path(sys.argv[2]) / f"{event['name']}.v{event['version']}.json").read_text())
    validate(stored, schema, event["name"])
    if stored and Draft7Validator(schema, registry=registry).is_valid({}):
        faults.append(f"{event['name']} can say nothing")

counts = {"methods": document["methods"], "schemas": schemas, "events": document["x-events"]}
print("\n".join(faults) or ", ".join(f"{len(value)} {name}" for name, value in counts.items()))
sys.exit(1 if faults else 0)
