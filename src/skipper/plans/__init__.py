"""Organization-wide plan checks, run by Spark as one job."""
