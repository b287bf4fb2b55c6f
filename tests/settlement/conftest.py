"""The table of tests/rules, here too."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_spec = spec_from_file_location("rules_table", Path(__file__).parents[1] / "rules" / "conftest.py")
_rules = module_from_spec(_spec)
sys.modules["rules_table"] = _rules
_spec.loader.exec_module(_rules)
table, make_table, judged = _rules.table, _rules.make_table, _rules.judged
