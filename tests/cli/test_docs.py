"""Every command in README.md and docs/ is run, every link leads somewhere, every option is described."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from cli_program import run
from conftest import FinishedHunt
from docs_pages import REMARKS, ROOT, Page, pages

from gadfly.core.words import Basis, Kind, Language
from gadfly.targets.catalog import tools
from gadfly.techniques.laws.properties import LAWS
from gadfly.ui.cli.main import app

PAGES = pages()
UNRUNNABLE = ("make ", "git clone ", "apt ", "apt-get ", "pip ", "python -m pip ", "python3 -m pip ")
KINDS = ("solvers", "analyzers", "domains")
TWINS = {"bash", "shell", "zsh", "shell-session"}  # these would look runnable and never be run


def name_of(page: Page) -> str:
    return page.name


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_does_what_the_page_says(page: Page, tmp_path: Path) -> None:
    for block in page.blocks:
        if file := block.remarked("file"):
            (tmp_path / file).write_text(block.text)
        if block.remarked("not run"):
            continue
        for command in block.commands:
            done = run(["sh", "-c", command], tmp_path)
            seen = f"{command}\n{done.stdout}{done.stderr}"
            assert done.returncode in block.codes, seen
            assert "Traceback" not in seen


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_only_what_changes_the_machine_is_not_run(page: Page) -> None:
    for block in page.blocks:
        assert block.language not in TWINS, f"mark it `sh`: {block.text}"
        if block.remarked("not run"):
            assert all(command.startswith(UNRUNNABLE) for command in block.commands)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_remark_is_understood_and_every_excerpt_is_one(page: Page) -> None:
    for block in page.blocks:
        assert not block.remark or block.remark.split(": ")[0] in REMARKS
        if source := block.remarked("from"):
            assert block.text in (ROOT / source).read_text()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Page) -> None:
    for link in page.links:
        path, _, anchor = link.partition("#")
        target = Page((page.path.parent / path).resolve()) if path else page
        assert target.path.exists(), link
        assert not anchor or anchor in target.anchors, link


def commands_of(group: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, frozenset[str]]]:
    """Every command of the program with its options and the names of its arguments."""
    for name, command in getattr(group, "commands", {}).items():
        yield from commands_of(command, (*path, name))
    if path and not hasattr(group, "commands"):
        yield " ".join(path), frozenset(written for each in vars(group)["params"] for written in names(each))


def names(parameter: object) -> list[str]:
    fields = vars(parameter)
    if fields["opts"][0].startswith("--"):
        return [*fields["opts"], *fields["secondary_opts"]]
    return [fields["metavar"] or fields["name"].upper()]


COMMANDS = dict(commands_of(typer.main.get_command(app)))
VERBS = sorted({command.split()[0] for command in COMMANDS})


@pytest.mark.parametrize("verb", VERBS)
def test_a_page_describes_every_parameter_of_its_commands_and_no_other(verb: str) -> None:
    expected = {command: named for command, named in COMMANDS.items() if command.split()[0] == verb}
    assert dict(Page(ROOT / "docs" / "commands" / f"{verb}.md").parameters()) == expected


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_that_is_mentioned_exists(page: Page) -> None:
    for code in page.codes:
        if match := re.match(r"gadfly ([a-z]+)(?: ([a-z]+(?:-[a-z]+)*))?", code):
            verb = match[1]
            assert verb in VERBS, code
            if verb not in COMMANDS and match[2]:
                assert f"{verb} {match[2]}" in COMMANDS, code


def test_every_tool_is_described() -> None:
    texts = [(ROOT / "docs" / "targets" / f"{kind}.md").read_text() for kind in KINDS]
    lines = [line for text in texts for line in text.splitlines() if line.startswith("| `")]
    rows = {line.split("|")[1].strip(" `"): line for line in lines}
    for tool in tools():
        row = rows[tool.name]
        assert f" {tool.family} " in row
        for release in tool.releases[:1] + tool.releases[-1:]:
            assert release.version in row
        for source in {str(release.source).split()[0] for release in tool.releases or (tool.by_path,)}:
            assert source in row


def test_every_law_is_described() -> None:
    laws = re.findall(
        r"^\| (\S+) \| (\w+) \| `(.+?)` \| (.*?) ?\|$",
        Page(ROOT / "docs/techniques/laws.md").text,
        re.MULTILINE,
    )
    assert laws == [
        (law.name, law.law_class, law.formula, ", ".join(law.preparations)) for law in LAWS.values()
    ]


def fields_of(value: object) -> Iterator[str]:
    """Every key of a JSON value; what an `options` object holds is the user's."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            if key != "options":
                yield from fields_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from fields_of(inner)


def test_every_field_and_word_of_our_json_is_described(finished: FinishedHunt, tmp_path: Path) -> None:
    described = set(Page(ROOT / "docs" / "formats.md").codes)
    assert described >= {*Kind, *Language, *Basis}
    finding = finished.findings[0]["id"]
    printed = [
        run(["gadfly", *command.split()], finished.home).stdout
        for command in (
            "findings list --json",
            f"findings show {finding} --json",
            f"findings replay {finding} --json",
            "targets list --available --json",
            "targets check planted@none --json",
            "targets install planted@none --json",
            "targets options planted@none --all --json",
            "seeds generate --logic QF_UF --json",
            f"generate formulas --count 1 --out {tmp_path} --json",
        )
    ]
    written = sorted([*finished.home.glob("**/*.json"), *tmp_path.glob("*.json")])
    assert {path.name for path in written} > {"finding.json", "target.json", "truth.json"}
    for text in [json.dumps(finished.result), *printed, *(path.read_text() for path in written)]:
        assert set(fields_of(json.loads(text))) <= described
