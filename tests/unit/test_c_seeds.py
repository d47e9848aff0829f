"""C seeds: the bundled programs are what they promise, Csmith repeats itself, GCC's tests are all there."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gadfly.campaign.seed_sources import source_seeds
from gadfly.core.words import Language, Limits, Seed
from gadfly.run.command import Ended, run
from gadfly.seeds import load_bundled, load_bundled_c
from gadfly.targets import debian
from gadfly.targets.debian import Mirror
from gadfly.targets.tool import InstallError

STRICT = (
    "-std=c11",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
)
WAYS = (("-O0", "-ftrivial-auto-var-init=zero"), ("-O2", "-ftrivial-auto-var-init=pattern"))
COMPILING = Limits(wall_seconds=120.0, cpu_seconds=60.0)
RUNNING = Limits(wall_seconds=60.0, cpu_seconds=5.0)

BUNDLED = load_bundled_c()
CLOSED = tuple(seed for seed in BUNDLED if not seed.name.startswith("inputs_"))
OPEN = tuple(seed for seed in BUNDLED if seed.name.startswith("inputs_"))

EXTREME_INPUTS = """\
#define INPUT(type, name) type __VERIFIER_nondet_##name(void) { return (type)next_input(); }
static long next_input(void) {
    static const long inputs[] = {3, 0, 7, -1, 0x7fffffffffffffff, 100, -0x7fffffffffffffff - 1, 0x7fffffff};
    static unsigned turn;
    return inputs[turn++ % 8];
}
INPUT(_Bool, bool) INPUT(char, char) INPUT(unsigned char, uchar) INPUT(short, short) INPUT(int, int)
INPUT(unsigned, uint) INPUT(long, long)
void __VERIFIER_assume(int condition) { if (!condition) __builtin_exit(0); }
"""


def problem(seed: Seed, way: tuple[str, ...], folder: Path) -> str:
    """What is wrong with a program built in one way; "" if it builds silently, runs clean and returns 0."""
    program = str(folder / f"{seed.name}{way[0]}")
    built = run(["gcc", *STRICT, *way, "-x", "c", "-", "-o", program], COMPILING, stdin=seed.text)
    if built.exit_code != 0:
        return f"{seed.name} {way}: {built.stderr}"
    done = run([program], RUNNING, address_space=False)
    clean = done.ended is Ended.EXITED and (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    return "" if clean else f"{seed.name} {way}: {done.detail} {done.stderr}"


def problems(seeds: tuple[Seed, ...], folder: Path) -> list[str]:
    with ThreadPoolExecutor(2) as pool:
        tasks = [pool.submit(problem, seed, way, folder) for way in WAYS for seed in seeds]
        return [found for task in tasks if (found := task.result())]


def test_bundled_programs_are_forty_and_four_with_inputs() -> None:
    assert (len(CLOSED), len(OPEN)) == (40, 4)
    assert all(seed.language is Language.C for seed in BUNDLED)
    assert [seed.name for seed in BUNDLED] == sorted(seed.name for seed in BUNDLED)
    assert all(seed.language is Language.SMT for seed in load_bundled())


def test_bundled_programs_compile_silently_and_run_clean(tmp_path: Path) -> None:
    assert problems(CLOSED, tmp_path) == []


@pytest.mark.parametrize("seed", OPEN, ids=lambda seed: seed.name)
def test_bundled_programs_with_inputs_run_clean_on_extreme_inputs(seed: Seed, tmp_path: Path) -> None:
    whole = Seed(seed.name, EXTREME_INPUTS + seed.text, Language.C)
    assert problems((whole,), tmp_path) == []


def test_a_program_that_is_not_clean_would_be_noticed(tmp_path: Path) -> None:
    texts = {
        "overflow": "int main(void) { volatile int x = 0x7fffffff; x++; return 0; }",
        "warning": "int main(void) { int unused; return 0; }",
        "result": "int main(void) { return 3; }",
        "uninitialised": "int main(void) { volatile int x; return x != 0; }",
    }
    for name, text in texts.items():
        assert problems((Seed(name, text, Language.C),), tmp_path) != [], name


def test_csmith_repeats_itself_in_small_self_contained_programs(tmp_path: Path) -> None:
    seeds = source_seeds("csmith:4", 5)
    assert seeds is not None
    assert seeds == source_seeds("csmith:4", 5)
    assert seeds != source_seeds("csmith:4", 6)
    assert seeds[:2] == source_seeds("csmith:2", 5)
    for place, seed in enumerate(seeds):
        assert seed.language is Language.C
        assert "#" not in seed.text
        assert "volatile" not in seed.text
        assert seed.text.count("\n") <= 300
        program = str(tmp_path / str(place))
        built = run(["gcc", "-w", "-x", "c", "-", "-o", program], COMPILING, stdin=seed.text)
        assert built.exit_code == 0, built.stderr
        assert run([program], RUNNING).exit_code == 0


def test_torture_is_every_test_of_one_file() -> None:
    seeds = source_seeds("gcc-torture", 0)
    assert seeds is not None
    names = {seed.name for seed in seeds}
    assert len(names) == len(seeds) == 1633
    assert {"gcc-torture/20000112-1.c", "gcc-torture/ieee/rbug.c"} <= names
    assert not any(
        "builtins/" in name or seed.text.isspace() for name, seed in zip(names, seeds, strict=True)
    )
    assert all(seed.language is Language.C and '#include "' not in seed.text for seed in seeds)


@pytest.mark.parametrize(
    "word", ["", "csmith:", "csmith:0", "csmith:many", "csmith:-1", "gcc-torture:3", "c"]
)
def test_other_words_are_no_source(word: str) -> None:
    assert source_seeds(word, 0) is None


@pytest.mark.parametrize("word", ["gcc-torture", "csmith:1"])
def test_without_a_debian_mirror_the_error_is_one_line(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere: list[Mirror] = []
    monkeypatch.setenv("GADFLY_CACHE", str(tmp_path))
    monkeypatch.setattr(debian, "mirrors", lambda: iter(nowhere))
    with pytest.raises(InstallError, match=r"^no Debian mirror .*$"):
        source_seeds(word, 0)
    assert [path for path in (tmp_path / "seeds").iterdir() if not path.name.endswith(".lock")] == []
