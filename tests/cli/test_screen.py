"""The live screen on a real terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

GADFLY = str(Path(sys.executable).parent / "gadfly")


def on_a_terminal(command: list[str], folder: Path) -> tuple[str, int]:
    """What a program draws on a terminal of 120 by 40, and its exit code."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"}
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment, close_fds=True
    )
    os.close(theirs)
    drawn = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other side of the terminal is closed
            break
        if not piece:
            break
        drawn += piece
    os.close(ours)
    return drawn.decode(errors="replace"), process.wait()


def test_the_screen_shows_rates_health_and_findings(tmp_path: Path) -> None:
    seed = tmp_path / "seed.smt2"
    seed.write_text(
        "(set-logic QF_BV)(declare-fun a () (_ BitVec 4))(declare-fun b () (_ BitVec 4))"
        "(assert (or (bvult a b) (= (bvadd a b) #x7)))(assert (xor (= a #x0) (bvuge a b)))(check-sat)"
    )
    command = [GADFLY, "hunt", "planted@wrong-unsat", "--seeds", str(seed), "--trials", "150"]
    drawn, code = on_a_terminal([*command, "--random-seed", "1", "--out", "out"], tmp_path)
    assert code == 1, drawn
    assert "Traceback" not in drawn
    for shown in ("gadfly hunt", "random seed", "last new finding", "valid queries", "planted@wrong-unsat"):
        assert shown in drawn
    for column in ("trials", "per s", "in target", "unknown", "timeouts", "crashes", "unsupported", "hits"):
        assert column in drawn
    assert "unsound-" in drawn
    assert "all trials are done" in drawn
    assert "Certified by:" in drawn
