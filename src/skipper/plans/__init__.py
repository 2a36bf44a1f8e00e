"""Checks of whole folders of plans, run by Spark as one job."""
