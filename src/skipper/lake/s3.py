"""Locations in an S3 object store, with the methods of a path."""

from __future__ import annotations

from functools import cache

from obstore.fsspec import FsspecStore
from upath.implementations.cloud import S3Path
from upath.registry import register_implementation

from skipper.lake.client import client_options, retries


class S3Location(S3Path):
    """A file or a prefix in a bucket. Other users of `fsspec` in the same process keep their own file system."""

    @property
    def fs(self) -> FsspecStore:
        """Return the file system that `obstore` provides."""
        return _files()


register_implementation("s3", S3Location, clobber=True)  # a path of another class cannot become this one


@cache
def _files() -> FsspecStore:
    return FsspecStore("s3", client_options=client_options(), retry_config=retries())
