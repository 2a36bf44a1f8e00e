"""Reconciliation: what holds of each claim, against the tables, the other claims, and arithmetic."""

from skipper.press.reconcile.judge import asserted_by, judge
from skipper.press.reconcile.reading import said
from skipper.press.reconcile.verdict import ORDER, Evidence, Verdict

__all__ = ["ORDER", "Evidence", "Verdict", "asserted_by", "judge", "said"]
