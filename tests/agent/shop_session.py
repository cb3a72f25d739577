"""A session on a small project, indexed and without solutions."""

from contextlib import contextmanager

from lsp_server.user_session import Session
from models.settings import Settings
from tests.project_folder import write_file


@contextmanager
def open_shop(folder, files):
    """Open a session on files by their path."""
    root = folder / "shop"
    for path, text in files.items():
        write_file(root, path, text)
    settings = Settings.model_validate({"knowledge": {"starter": False}})
    session = Session([root.resolve()], folder / "data", settings)
    session.start_indexing()
    session.wait_for_index()
    try:
        yield session
    finally:
        session.close()
