"""The pages people read, taken apart: commands to run, files to save first, links, option tables.

A block marked `sh` is a command a line; of a block marked `console` the lines that begin with `$ ` are. An
HTML comment right above a block says what a reader sees anyway and a test must be told:

- `<!-- exit: 2 -->`: the exit code of its commands, where it is neither 0 nor 1;
- `<!-- not run: why -->`: they cannot be run in a test;
- `<!-- file: seed.smt2 -->`: the reader saves the block under this name;
- `<!-- from: src/gadfly/... -->`: it is an excerpt of that file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
REMARKS = frozenset({"exit", "not run", "file", "from"})
USUAL_CODES = frozenset({0, 1})  # nothing found, findings

_BLOCK = re.compile(r"(?:^<!-- (.*?) -->\n)?^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`\n]+)`")
_HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
_COMMAND_HEADING = re.compile(r"^#+ `gadfly ([a-z -]+)`$", re.MULTILINE)
_ROW = re.compile(r"^\| `([^`]+)`(?:, `([^`]+)`)? \|", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block and the remark above it, such as `exit: 2`."""

    remark: str
    language: str
    text: str

    def remarked(self, topic: str) -> str:
        """What the remark says on a topic; "" if it is about something else."""
        return self.remark.removeprefix(f"{topic}: ") if self.remark.startswith(f"{topic}: ") else ""

    @property
    def commands(self) -> list[str]:
        lines = self.text.splitlines()
        if self.language == "console":
            return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        if self.language == "sh":
            return [line for line in lines if line and not line.startswith("#")]
        return []

    @property
    def codes(self) -> frozenset[int]:
        code = self.remarked("exit")
        return frozenset({int(code)}) if code else USUAL_CODES


@dataclass(frozen=True, slots=True)
class Page:
    """One Markdown file."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def prose(self) -> str:
        """The page without its fenced blocks."""
        return _BLOCK.sub("", self.text)

    @property
    def blocks(self) -> list[Block]:
        return [Block(remark, language, text) for remark, language, text in _BLOCK.findall(self.text)]

    @property
    def links(self) -> list[str]:
        """The targets of links to other pages, and to headings."""
        return [link for link in _LINK.findall(self.prose) if "://" not in link]

    @property
    def codes(self) -> list[str]:
        return _CODE.findall(self.prose)

    @property
    def anchors(self) -> set[str]:
        """The headings as links name them."""
        return {_anchor(title) for _, title in _HEADING.findall(self.prose)}

    def parameters(self) -> Iterator[tuple[str, frozenset[str]]]:
        """For every heading that is a command: the first cells of the tables that follow it."""
        _, *parts = _COMMAND_HEADING.split(self.prose)
        for command, body in zip(parts[::2], parts[1::2], strict=True):
            yield command, frozenset(cell for row in _ROW.findall(body) for cell in row if cell)


def pages() -> list[Page]:
    """Everything a user reads, in a fixed order."""
    return [Page(ROOT / name) for name in ("README.md", "CONTRIBUTING.md")] + [
        Page(path) for path in sorted((ROOT / "docs").rglob("*.md"))
    ]


def _anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
