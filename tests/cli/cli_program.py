"""The real program as a user starts it, in a folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

PROGRAM = Path(sys.executable).with_name("gadfly")
SECONDS = 240  # so much only on a very busy machine

BITS = """(set-logic QF_BV)
(declare-fun x () (_ BitVec 4))
(declare-fun y () (_ BitVec 4))
(declare-fun p () Bool)
(assert (or p (bvult x y)))
(assert (= (bvadd x y) #x3))
(assert (not (= x #x0)))
(check-sat)
"""
BOUNDS = """(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(assert (=> (< (* 5 x) (+ z 28)) (<= (* 2 x) (+ (* 2 z) 8))))
(assert (<= (* 5 y) (+ (* 3 z) 7)))
(assert (>= (* 7 x) (+ (* 7 z) (* 2 y) 33)))
(check-sat)
"""


def environment(folder: Path) -> dict[str, str]:
    """Ours on the path, as `replay` needs it, and temporary files where a test can look for them."""
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "TMPDIR": str(temporary), "PATH": path, "COLUMNS": "200"}


def run(command: Iterable[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(command),
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def gadfly(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run to the end; whatever happens, no user may see a traceback."""
    done = run([PROGRAM, *arguments], folder)
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    assert done.returncode != 4, done.stderr
    return done


def seed_file(folder: Path, text: str, name: str = "seed.smt2") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def hunt_json(folder: Path, *arguments: str | Path, code: int) -> dict[str, Any]:
    """The one object that `hunt --json` prints; anything else on stdout is an error here."""
    done = gadfly(folder, "hunt", *arguments, "--json")
    assert done.returncode == code, done.stderr
    result = json.loads(done.stdout)
    assert isinstance(result, dict)
    return result


def error_line(done: subprocess.CompletedProcess[str], code: int) -> str:
    """The one line in which an error is said, with nothing else on either stream."""
    assert done.returncode == code, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("gadfly: ")
    return line
