"""The command line: one module per verb, no logic."""


def main() -> None:
    """Run the program.

    It is imported only now: every worker process of a hunt imports the script that calls this once more, and
    has no use for a command line.
    """
    from gadfly.ui.cli.main import main as run  # noqa: PLC0415  (says the docstring)

    run()
