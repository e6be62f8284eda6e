"""Where an uploaded file is while its request is answered."""

from __future__ import annotations

from tempfile import SpooledTemporaryFile
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler

IN_MEMORY = 2_500_000


class UnnamedFile(FileUploadHandler):
    """What is large goes into a file without a name: nothing of a club is left behind when its process is killed."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 -- closed with its request

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self.file.write(raw_data)

    def file_complete(self, file_size: int) -> UploadedFile[Any]:
        self.file.seek(0)
        return UploadedFile(self.file, self.file_name, self.content_type, file_size, self.charset)
