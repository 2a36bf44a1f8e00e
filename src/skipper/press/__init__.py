"""What was reported: documents to claims, claims to verdicts."""
