"""Shuffles in proportion to what is shuffled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PARTITIONS = "spark.sql.shuffle.partitions"


@pytest.mark.parametrize(("size", "needed"), [(0, 0), (10, 1), (1_001, 101)])
def test_a_large_shuffle_has_more_partitions_until_it_is_over(spark: SparkSession, size: int, needed: int) -> None:
    from skipper.session import shuffling

    before = int(str(spark.conf.get(PARTITIONS)))
    with shuffling(spark, size, per_task=10):
        inside = spark.range(50).repartition("id").rdd.getNumPartitions()
    assert inside == max(before, needed)
    assert int(str(spark.conf.get(PARTITIONS))) == before


def test_what_fails_leaves_the_session_as_it_was(spark: SparkSession) -> None:
    from skipper.session import shuffling

    before = spark.conf.get(PARTITIONS)
    with pytest.raises(ValueError, match="broken"), shuffling(spark, 1_000, per_task=1):
        raise ValueError("broken")
    assert spark.conf.get(PARTITIONS) == before
