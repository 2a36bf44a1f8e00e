"""Questions answered from the lake: one module each, pure functions from a LakeReader to an Answer."""
