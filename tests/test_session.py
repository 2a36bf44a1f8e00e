"""What the user's environment says of Spark: the master, and settings of spark-defaults.conf."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from skipper import session
from skipper.settings import SettingError, spark_master


@pytest.mark.parametrize("master", ["local[2]", "local[*]", "spark://10.0.0.1:7077", "yarn", "k8s://https://host:6443"])
def test_a_master_that_spark_knows_is_taken(monkeypatch: pytest.MonkeyPatch, master: str) -> None:
    monkeypatch.setenv("SKIPPER_SPARK_MASTER", master)
    monkeypatch.setenv("YARN_CONF_DIR", "/etc/hadoop")
    assert spark_master() == master


def test_yarn_needs_the_folder_of_its_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKIPPER_SPARK_MASTER", "yarn")
    monkeypatch.delenv("HADOOP_CONF_DIR", raising=False)
    monkeypatch.delenv("YARN_CONF_DIR", raising=False)
    with pytest.raises(SettingError, match="HADOOP_CONF_DIR or YARN_CONF_DIR must name the folder"):
        spark_master()


@pytest.mark.parametrize("master", ["mesos://host", "local[two]", "local[0]", "spark://", ""])
def test_another_master_is_refused_with_those_that_are_taken(monkeypatch: pytest.MonkeyPatch, master: str) -> None:
    monkeypatch.setenv("SKIPPER_SPARK_MASTER", master)
    with pytest.raises(SettingError, match=r"local\[N\], spark://HOST:PORT, yarn or k8s://HOST:PORT"):
        spark_master()


def test_an_unusable_master_in_sparks_settings_is_refused_before_java_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SKIPPER_SPARK_MASTER", raising=False)
    (tmp_path / "spark-defaults.conf").write_text("spark.master mesos://host\n")
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    with pytest.raises(SettingError, match=r"spark\.master in spark-defaults\.conf is 'mesos://host'"):
        session.start_session()


def test_sparks_settings_need_not_be_utf_8(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "spark-defaults.conf").write_bytes(b"# caf\xe9\nspark.executor.memory 3g\nspark.driver.memory 2g\n")
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    assert "spark.driver.memory" not in given_settings(monkeypatch)  # Spark takes it from the file


class _Configured(Exception):
    """Ends the start of a session once its settings are known."""


class _Builder:
    def __init__(self) -> None:
        self.given: dict[str, str] = {}

    def master(self, master: str) -> _Builder:
        return self.config("spark.master", master)

    def appName(self, name: str) -> _Builder:
        return self.config("spark.app.name", name)

    def config(self, name: str, value: str) -> _Builder:
        self.given[name] = value
        return self

    def getOrCreate(self) -> None:
        raise _Configured


def given_settings(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The settings with which a session would start: PySpark gives them to Java as arguments."""
    builder = _Builder()
    with monkeypatch.context() as patched:
        patched.setattr(session.SparkSession, "builder", builder)
        with pytest.raises(_Configured):
            session.start_session()
    return builder.given


def test_credentials_reach_the_workers_but_no_command_line(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "hidden")
    monkeypatch.setitem(spark.sparkContext.environment, "AWS_SECRET_ACCESS_KEY", "of another test")
    assert "hidden" not in given_settings(monkeypatch).values()
    session.start_session()
    seen = spark.sparkContext.parallelize([0], 1).map(lambda _: os.environ.get("AWS_SECRET_ACCESS_KEY")).collect()
    assert seen == ["hidden"]


def test_spark_defaults_stand_but_for_what_decides_results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SKIPPER_SPARK_MASTER", raising=False)
    lines = [
        "# ours",
        "spark.master = spark://10.0.0.1:7077",
        "spark.driver.memory 7g",
        "spark.sql.shuffle.partitions=64",
        "spark.sql.ansi.enabled false",
    ]
    (tmp_path / "spark-defaults.conf").write_text("\n".join(lines))
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    given = given_settings(monkeypatch)
    assert os.environ["SPARK_CONF_DIR"] == str(tmp_path)
    assert not {"spark.driver.memory", "spark.sql.shuffle.partitions"} & set(given)
    assert given["spark.sql.ansi.enabled"] == "true"
    assert given["spark.ui.enabled"] == "false"
    assert given["spark.master"] == "spark://10.0.0.1:7077"
    monkeypatch.setenv("SKIPPER_SPARK_MASTER", "yarn")
    monkeypatch.setenv("HADOOP_CONF_DIR", str(tmp_path))
    assert given_settings(monkeypatch)["spark.master"] == "yarn"


def test_a_path_with_a_space_is_one_option_of_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    archive = tmp_path / "the classes.jsa"
    archive.touch()
    monkeypatch.setattr(session, "class_archive", lambda: archive)
    options = shlex.split(given_settings(monkeypatch)["spark.driver.extraJavaOptions"])
    assert f"-XX:SharedArchiveFile={archive}" in options
    assert all(option.startswith("-") for option in options)
