"""Errors about a Room or SQLite schema: the database's version, its migrations, the entities and columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.class_headers import header_span, serialized_member
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.resolve.symbol import Symbol

_INTEGRITY = re.compile(r"Room cannot verify the data integrity|forgot to update the version number")
_MIGRATION = re.compile(r"A migration from (\d+) to (\d+) was required but not found")
_HANDLED = re.compile(
    r"(?:Migration didn't properly handle|Pre-packaged database has an invalid schema): "
    r"?(\w+)\s?(?:\(([\w.$]+)\))?"
)
_NO_TABLE = re.compile(r"no such table: (?:\w+\.)?(\w+)")
_NO_COLUMN = re.compile(
    r"no such column: (?:\w+\.)?(\w+)|table (\w+) has no column named (\w+)|has no column named (\w+)"
)
_CONSTRAINT = re.compile(r"(?:UNIQUE|NOT NULL|FOREIGN KEY|CHECK) constraint failed: (\w+)\.(\w+)")
_DUPLICATE = re.compile(r"duplicate column name: (\w+)|table (\w+) already exists")
_VERSION = re.compile(r"\bversion\s*=\s*\w+")
_MIGRATION_CODE = re.compile(
    r"Migration\(\s*(\d+)\s*,\s*(\d+)|AutoMigration\(\s*from\s*=\s*(\d+)\s*,\s*to\s*=\s*(\d+)|addMigrations\("
)
_MOST = 4


class DatabaseCauses(CauseSearcher):
    """Searches the database classes of one project for what an error of the schema is about."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, the surest mechanism first."""
        flat = self._symptoms.flat
        yield from self._versions(flat)
        yield from self._tables(flat)
        yield from self._columns(flat)

    def _versions(self, flat: str) -> Iterator[ConfigurationCause]:
        migration = _MIGRATION.search(flat)
        if migration is None and not _INTEGRITY.search(flat):
            return
        databases = list(self._databases())
        versions = [span for symbol in databases for span in self._version_lines(symbol)]
        migrations = list(self._migrations())
        if migration is not None:
            spans = [*migrations, *versions, *(header_span(one, self._files) for one in databases)]
            statement = f"No migration of the project leads from version {migration[1]} to {migration[2]}."
            mechanism, said = (
                "missing_migration",
                f"the error asks for a migration {migration[1]} to {migration[2]}",
            )
        else:
            spans = [*versions, *(header_span(one, self._files) for one in databases), *migrations]
            statement = "The entities changed, and the version of the database did not."
            mechanism, said = "schema_version", "the error says that the schema's hash differs"
        if spans:
            yield ConfigurationCause(
                mechanism,
                statement,
                tuple(dict.fromkeys(spans))[:_MOST],
                (said, "the database is declared here"),
                "Compare the exported schemas of both versions.",
            )

    def _tables(self, flat: str) -> Iterator[ConfigurationCause]:
        handled, absent = _HANDLED.search(flat), _NO_TABLE.search(flat)
        match = handled or absent
        if match is None:
            return
        owner = handled[2] if handled is not None else None
        entities = [*(self._files.classes(owner) if owner else ()), *self._entities(match[1])][:2]
        migrations = list(self._migrations(match[1]))
        headers = [Span(one.path, one.line, one.end_line) for one in entities]
        spans = [*migrations, *headers] if handled else [*headers, *migrations]
        if spans:
            yield ConfigurationCause(
                "schema_mismatch" if handled else "missing_table",
                f"The table `{match[1]}` that the migrations leave is not the one that the entity declares."
                if handled
                else f"No table `{match[1]}` is there at run time; its entity or its migration should "
                "make it.",
                tuple(dict.fromkeys(spans))[:_MOST],
                (f"the error names the table `{match[1]}`", "entity and migrations of this table stand here"),
                "Compare the expected with the found table in the message, column by column.",
            )

    def _columns(self, flat: str) -> Iterator[ConfigurationCause]:
        constraint = _CONSTRAINT.search(flat)
        absent = _NO_COLUMN.search(flat) or _DUPLICATE.search(flat)
        if constraint is not None:
            table, column = constraint[1], constraint[2]
        elif absent is not None:
            names = [group for group in absent.groups() if group]
            table, column = (names[0], names[1]) if len(names) > 1 else (None, names[0])
        else:
            return
        entities = list(self._entities(table)) if table else list(self._entities(None))
        members = [span for one in entities if (span := serialized_member(one, column, self._files))]
        spans = [*members, *self._migrations(column)]
        if spans:
            yield ConfigurationCause(
                "column",
                f"The column `{column}` is declared here, and the table at run time is not like that."
                if constraint is None
                else f"The constraint on `{column}` is declared here, and the row that is written breaks it.",
                tuple(dict.fromkeys(spans))[:_MOST],
                (f"the error names the column `{column}`",),
                "Compare the entity with the schema of the database on the device.",
            )

    def _databases(self) -> Iterator[Symbol]:
        for path in self._files.files_with("@Database", ".kt", ".java"):
            for symbol in self._files.snapshot.index.classes_in_file(path):
                if "@Database" in self._files.lines(path).slice(symbol.line, symbol.declaration.name_line):
                    yield symbol

    def _version_lines(self, symbol: Symbol) -> Iterator[Span]:
        lines = self._files.lines(symbol.path)
        for line in range(symbol.line, symbol.declaration.name_line + 1):
            if _VERSION.search(lines.line(line)):
                yield Span(symbol.path, line, line)

    def _migrations(self, name: str | None = None) -> Iterator[Span]:
        """Yield the migrations, the newest first; those whose text holds a name where one is given."""
        found = []
        for path in self._files.files_with("Migration(", ".kt", ".java") + self._files.files_with(
            "addMigrations(", ".kt", ".java"
        ):
            lines = self._files.lines(path)
            for match in _MIGRATION_CODE.finditer(lines.text):
                numbers = [int(group) for group in match.groups() if group]
                line = lines.line_of(match.start())
                around = self._files.snapshot.index.enclosing_function(path, line)
                last = around.end_line if around is not None and numbers else line
                text = lines.slice(line, last)
                if name is None or re.search(rf"\b{re.escape(name)}\b", text):
                    found.append(
                        (-(numbers or [0])[-1], path, Span(path, line, max(line, min(last, line + 40))))
                    )
        for _, _, span in sorted(found, key=lambda row: row[:2]):
            yield span

    def _entities(self, table: str | None) -> Iterator[Symbol]:
        """Yield the entities of a table: those that name it, and those that are named like it."""
        for path in self._files.files_with("@Entity", ".kt", ".java", most=200):
            lines = self._files.lines(path)
            for symbol in self._files.snapshot.index.classes_in_file(path):
                head = lines.slice(symbol.line, symbol.declaration.name_line)
                if "@Entity" not in head:
                    continue
                written = re.search(r"tableName\s*=\s*[\"'](\w+)[\"']", head)
                name = written[1] if written else symbol.name
                if table is None or name.lower() == table.lower():
                    yield symbol
