"""Findings for people: drafts to paste into a bug tracker."""

from gadfly.report.markdown import bug_report

__all__ = ["bug_report"]
