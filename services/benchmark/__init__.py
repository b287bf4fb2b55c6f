"""Whole evenings from pixels to verdicts, measured."""
