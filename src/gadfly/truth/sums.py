"""Several executions of one program as one."""

from __future__ import annotations

from collections.abc import Sequence

from gadfly.core.interfaces import CheckCount, Execution


def summed(executions: Sequence[Execution]) -> Execution:
    """All that the executions, one at least, showed together, or the first problem that one of them had."""
    if len(executions) == 1:
        return executions[0]
    for execution in executions:
        if execution.problem:
            return execution
    return Execution(
        checks=tuple(map(_sum, *(execution.checks for execution in executions))),
        seen=tuple(sum(values, ()) for values in zip(*(each.seen for each in executions), strict=True)),
        seen_counts=tuple(map(sum, zip(*(each.seen_counts for each in executions), strict=True))),
        exit_codes=sum((each.exit_codes for each in executions), ()),
        output="".join(each.output for each in executions),
    )


def _sum(*counts: CheckCount) -> CheckCount:
    return CheckCount(sum(count.passed for count in counts), sum(count.failed for count in counts))
