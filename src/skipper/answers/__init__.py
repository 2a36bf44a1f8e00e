"""Answers to questions about the lake: one module per question, pure functions from a LakeReader to an Answer."""
