"""Campaigns: plan, run, judge, record."""
