"""The plans of whole organizations, judged by Spark in one go."""
