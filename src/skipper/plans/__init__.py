"""Check whole folders of plans with Spark, as one job."""
