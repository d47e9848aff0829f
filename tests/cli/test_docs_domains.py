"""The domains and the tests that our pages show do what the pages say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from cli_program import run
from docs_pages import ROOT, Page

DOMAINS = Page(ROOT / "docs" / "targets" / "domains.md")
TESTS = Page(ROOT / "docs" / "pytest.md")
ALL_LAWS = """from gadfly.testing import law_tests
from signs import Signs
test_laws = law_tests(Signs(), examples=20)
"""


def save_files(page: Page, folder: Path) -> None:
    for block in page.blocks:
        if file := block.remarked("file"):
            (folder / file).write_text(block.text)


def law_tests(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments], folder)


def test_the_domain_that_is_shown_obeys_all_laws(tmp_path: Path) -> None:
    save_files(DOMAINS, tmp_path)
    (tmp_path / "test_all.py").write_text(ALL_LAWS)
    done = law_tests(tmp_path, "test_all.py")
    assert done.returncode == 0, done.stdout


def test_the_broken_law_that_is_shown_is_what_the_test_says(tmp_path: Path) -> None:
    save_files(TESTS, tmp_path)
    done = law_tests(tmp_path, "test_signs.py", "-k", "6:")
    assert done.returncode == 1
    said = iter(done.stdout.splitlines())
    [shown] = [block.text for block in TESTS.blocks if block.text.startswith("test_laws[6:")]
    for line in filter(None, shown.splitlines()):
        assert any(line in each for each in said), f"{line}\n\n{done.stdout}"


def test_it_is_the_join_that_is_wrong(tmp_path: Path) -> None:
    save_files(TESTS, tmp_path)
    domain = tmp_path / "signs.py"
    domain.write_text(domain.read_text().replace('a | b if "+" in b else a for', "a | b for"))
    (tmp_path / "test_all.py").write_text(ALL_LAWS)
    done = law_tests(tmp_path, "test_all.py")
    assert done.returncode == 0, done.stdout
