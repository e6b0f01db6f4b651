"""openapi-typescript makes types of the document: programs compile and work with them, or do not compile."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.generated.expected import HERE, LEGAL, check_told

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from tests.apps import Apps

SOURCES = HERE / "typescript"
MODULES = SOURCES / "node_modules"
LOCK = SOURCES / "package-lock.json"


@pytest.fixture(scope="module")
def folder(live: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the programs, the generated types and the packages of the lock."""
    if shutil.which("node") is None:
        pytest.skip("no Node is installed here (on Debian: apt-get install nodejs npm)")
    if not (MODULES / ".bin" / "tsc").exists():
        pytest.skip("the packages of TypeScript are not installed here (npm ci --prefix tests/generated/typescript)")
    made = tmp_path_factory.mktemp("typescript")
    for source in (*SOURCES.glob("*.ts"), *SOURCES.glob("*.json")):
        shutil.copy(source, made)
    (made / "node_modules").symlink_to(MODULES, target_is_directory=True)
    words = [f"{live}/v1/openapi.json", "--output", "riftcheck.d.ts"]
    found = run(made, "openapi-typescript", *words)
    assert found.returncode == 0, found.stdout + found.stderr
    return made


def run(folder: Path, tool: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Return what a tool of the packages does in a folder."""
    command = [str(MODULES / ".bin" / tool), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_deck_site_works_with_the_types(live: str, folder: Path, db: CardDatabase) -> None:
    compiled = run(folder, "tsc", "--project", "tsconfig.json")
    assert compiled.returncode == 0, compiled.stdout
    program = str(folder / "out" / "deck_site.js")
    found = subprocess.run(["node", program, live, str(LEGAL)], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    check_told(found.stdout, db)


def test_what_the_server_would_refuse_does_not_compile(folder: Path) -> None:
    settings = json.loads((SOURCES / "tsconfig.json").read_text("utf-8"))
    (folder / "refused.json").write_text(json.dumps({**settings, "files": ["refused.ts"]}))
    compiled = run(folder, "tsc", "--project", "refused.json", "--noEmit")
    lines = (SOURCES / "refused.ts").read_text("utf-8").splitlines()
    marked = {number for number, line in enumerate(lines, 1) if line.endswith("// refused")}
    assert {int(line) for line in re.findall(r"^refused\.ts\((\d+),", compiled.stdout, re.MULTILINE)} == marked
    number = next(number for number, line in enumerate(lines, 1) if "{ deck: 5 }" in line)
    assert re.search(
        rf"^refused\.ts\({number},\d+\): error TS2322: Type 'number' is not", compiled.stdout, re.MULTILINE
    )


def typed_examples(document: dict[str, Any]) -> Iterator[str]:
    """Yield a program with each example of the document as a constant of its type. It sends the example requests."""
    yield """import createClient from "openapi-fetch";
        import type { paths } from "./riftcheck.js";
        type Json<Part extends { content: { "application/json": unknown } }> = Part["content"]["application/json"];
        const api = createClient<paths>({ baseUrl: process.argv[2]! });
        const sent: Record<string, number> = {};"""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method not in {"get", "post", "delete"}:
                continue
            of = f'paths["{path}"]["{method}"]'
            for status, response in operation["responses"].items():
                content = response.get("content", {}).get("application/json", {})
                if "example" in content:
                    yield f'{{ const shown: Json<{of}["responses"][{status}]> = {json.dumps(content["example"])}; }}'
            if "requestBody" in operation:
                example = operation["requestBody"]["content"]["application/json"]["example"]
                yield f'{{ const body: Json<NonNullable<{of}["requestBody"]>> = {json.dumps(example)};'
                if "{" not in path:
                    yield f'const {{ response }} = await api.POST("{path}", {{ body }});'
                    yield f'sent["{path}"] = response.status;'
                yield "}"
    yield "console.log(JSON.stringify(sent));"


def test_every_example_of_the_document_compiles_and_works(live: str, folder: Path, apps: Apps) -> None:
    document = apps().test_client().get("/v1/openapi.json").get_json()
    (folder / "examples.ts").write_text("\n".join(typed_examples(document)), "utf-8")
    settings = json.loads((SOURCES / "tsconfig.json").read_text("utf-8"))
    (folder / "examples.json").write_text(json.dumps({**settings, "files": ["examples.ts"]}))
    compiled = run(folder, "tsc", "--project", "examples.json")
    assert compiled.returncode == 0, compiled.stdout
    found = subprocess.run(
        ["node", str(folder / "out" / "examples.js"), live], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    sent = json.loads(found.stdout)
    assert sent.keys() == {path for path, methods in document["paths"].items() if "post" in methods and "{" not in path}
    assert {path: status for path, status in sent.items() if status != 200} == {"/v1/goldfish": 202}


def test_the_lock_names_no_registry() -> None:
    packages = json.loads(LOCK.read_text("utf-8"))["packages"]
    assert len(packages) > 10
    for name, package in packages.items():
        assert "resolved" not in package, name
        assert not name or package["integrity"].startswith("sha512-"), name
