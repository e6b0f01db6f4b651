"""Send every example of the OpenAPI document with the client that openapi-python-client generates.

It runs as a program, with the generated package next to it: `documented_examples.py ADDRESS`.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import httpx
from riftcheck_client import AuthenticatedClient, Client
from riftcheck_client.models import NewGame
from riftcheck_client.types import Unset

if TYPE_CHECKING:
    from collections.abc import Iterator

# The endpoint whose example needs a game, which this program begins first.
ANSWERS = "post_games_game_id_answers"


def operations(document: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield each operation with its generated module."""
    for methods in document["paths"].values():
        for operation in (methods[name] for name in ("get", "post", "delete") if name in methods):
            yield operation, import_module(f"riftcheck_client.api.{operation['tags'][0]}.{operation['operationId']}")


def read_response(client: Client, operation: dict[str, Any], module: Any) -> str | None:
    """Return the name of the generated type of an example response. Check that it can be written again unchanged."""
    for status, response in operation["responses"].items():
        example = response.get("content", {}).get("application/json", {}).get("example")
        if example is not None:
            found = module._build_response(client=client, response=httpx.Response(int(status), json=example))
            assert found.parsed.to_dict() == example, (operation["operationId"], found.parsed)
            return type(found.parsed).__name__
    return None


def body_of(operation: dict[str, Any], module: Any) -> Any:
    """Return an example request as the generated type of its body. Check that it can be written again unchanged."""
    example = operation["requestBody"]["content"]["application/json"]["example"]
    hint = get_type_hints(module.sync_detailed)["body"]
    for kind in get_args(hint) or (hint,):
        try:
            body = kind.from_dict(example)
        except (AttributeError, KeyError):  # another form of the body, or Unset where the body is optional
            continue
        assert body.to_dict() == example, (operation["operationId"], body)
        return body
    raise SystemExit(f"no type of {operation['operationId']} reads its example")


def main(address: str) -> None:
    """Print one line of JSON: the types of the example responses, and the statuses of the example requests."""
    document = httpx.get(f"{address}/v1/openapi.json").json()
    read: dict[str, str] = {}
    sent: dict[str, int] = {}
    with Client(base_url=address) as client:
        for operation, module in operations(document):
            name = operation["operationId"]
            kind = read_response(client, operation, module)
            if kind is not None:
                read[name] = kind
            if "requestBody" in operation:
                body = body_of(operation, module)
                if "game_id" not in name:
                    response = module.sync_detailed(client=client, body=body)
                    sent[name] = int(response.status_code)
                    assert not isinstance(response.parsed, Unset | None), name
                    if isinstance(response.parsed, NewGame):
                        sent[ANSWERS] = answered(address, document, response.parsed)
            elif "parameters" not in operation and "_id" not in name:
                sent[name] = int(module.sync_detailed(client=client).status_code)
    print(json.dumps({"read": read, "sent": sent}))  # noqa: T201 - what the test reads


def answered(address: str, document: dict[str, Any], game: NewGame) -> int:
    """Send the example of an answer as the player who decides first, and return the status."""
    (operation, module), *_ = (one for one in operations(document) if one[0]["operationId"] == ANSWERS)
    for token in game.tokens:
        with AuthenticatedClient(base_url=address, token=token) as player:
            response = module.sync_detailed(game.id, client=player, body=body_of(operation, module))
            if response.status_code == 200:
                return int(response.status_code)
    return 0


if __name__ == "__main__":
    main(*sys.argv[1:])
