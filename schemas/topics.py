"""The five topics; all keyed by table, all with the same number of partitions."""

from __future__ import annotations

from typing import Final

OBSERVATIONS: Final = "observations"
FINDINGS: Final = "findings"
CASES: Final = "cases"
ALERTS: Final = "alerts"
DEAD_LETTERS: Final = "dead-letters"

TOPICS: Final = (OBSERVATIONS, FINDINGS, CASES, ALERTS, DEAD_LETTERS)
PARTITIONS: Final = 8
