# ruff: noqa: E501 - a pattern is read more easily on one line
"""Message forms about data from outside: serialization, databases, files and networks.

Sources: kotlinx.serialization (`JsonExceptions.kt`, `SerializationExceptions.kt`), Moshi (`Util.kt`,
adapters), Gson (`TypeAdapters`), Jackson (`databind.exc`); SQLite's result messages as Android gives
them; Room (`RoomOpenHelper`, `TableInfo`), `android.database`.
"""

from __future__ import annotations

from rca.causes.failure.condition import Target
from rca.causes.failure.message_form import MessageForm

_KOTLINX = (
    "SerializationException JsonDecodingException MissingFieldException JsonEncodingException "
    "IllegalArgumentException IllegalStateException"
)
_JSON = "JsonDataException JsonSyntaxException JsonParseException JsonEncodingException MalformedJsonException IllegalStateException"
_JACKSON = (
    "InvalidDefinitionException MismatchedInputException UnrecognizedPropertyException InvalidFormatException "
    "MissingKotlinParameterException ValueInstantiationException JsonMappingException JsonParseException "
    "KotlinInvalidNullException JsonEOFException StreamReadException"
)
_SQL = (
    "SQLiteException SQLiteConstraintException SQLException SQLiteDatabaseCorruptException "
    "SQLiteDatabaseLockedException SQLiteFullException SQLiteReadOnlyDatabaseException SQLiteCantOpenDatabaseException "
    "SQLiteDiskIOException SQLiteDatatypeMismatchException IllegalStateException SQLSyntaxErrorException PSQLException"
)
_ROOM = "IllegalStateException"
_CURSOR = "IllegalArgumentException IllegalStateException CursorIndexOutOfBoundsException"

FORMS = (
    MessageForm(
        _KOTLINX,
        r"Fields? \[?'?(?P<name>[^'\]]+)'?\]? (?:is|are) required for type with serial name '(?P<expected>[^']+)'",
        "serialization",
        "The input has no `{name}`, which `{expected:simple}` requires.",
    ),
    MessageForm(
        _KOTLINX,
        r"Encountered an unknown key '(?P<name>[^']+)'(?: at (?:offset (?P<index>\d+)|path:? (?P<path>\S+)))?",
        "serialization",
        "The input has a key `{name}` that the class does not declare.",
    ),
    MessageForm(
        _KOTLINX,
        r"Serializer for (?:class|subclass) '(?P<name>[^']+)' is not (?:found|registered)",
        "serialization",
        "There is no serializer for `{name:simple}`: @Serializable or the plugin is missing, or it is not registered.",
    ),
    MessageForm(
        _KOTLINX,
        r"(?:Class|Polymorphic serializer was not found for (?:missing )?class(?: discriminator)?) '(?P<name>[^']+)' "
        r"is not registered for polymorphic serialization in the scope of '(?P<expected>[^']+)'",
        "serialization",
        "`{name:simple}` is not registered as a subclass of `{expected:simple}`.",
    ),
    MessageForm(
        _KOTLINX,
        r"Serializer for (?:subclass )?'?(?P<name>[\w.]+)'? (?:is not found|has not been found)",
        "serialization",
        "There is no serializer for `{name:simple}`.",
    ),
    MessageForm(
        _KOTLINX,
        r"\b(?<!\.)(?P<expected>[\w.]+) does not contain element with name '(?P<name>[^']*)'",
        "serialization",
        "`{expected:simple}` has no entry named `{name}`, and the input holds it.",
    ),
    MessageForm(
        _KOTLINX,
        r"Unexpected JSON token at offset (?P<index>\d+): (?P<why>[^\n]+?)(?: at path: (?P<name>\S+))?\n?",
        "serialization",
        "The JSON is not what the class expects at offset {index}: {why}.",
    ),
    MessageForm(
        _JSON,
        r"Required value '(?P<other>[^']+)'(?: \(JSON name '(?P<json>[^']+)'\))? missing(?: at (?P<name>\$\S*))?",
        "serialization",
        "The JSON has no value for `{other}`, which the class requires[ (at {name})].",
    ),
    MessageForm(
        _JSON,
        r"Non-null value '(?P<other>[^']+)'(?: \(JSON name '(?P<json>[^']+)'\))? was null(?: at (?P<name>\$\S*))?",
        "serialization",
        "The JSON holds null for `{other}`, which the class does not allow[ (at {name})].",
    ),
    MessageForm(
        _JSON,
        r"Expected (?:an? )?(?P<expected>[\w ]+?) but was (?P<actual>\S+)(?: at (?:line \d+ column \d+ )?path (?P<name>\S+))?",
        "serialization",
        "The JSON holds {actual} where {expected} is expected[ (at {name})].",
    ),
    MessageForm(
        _JSON,
        r"Expected one of \[(?P<expected>[^\]]*)\] but was (?P<actual>\S+) at path (?P<name>\S+)",
        "serialization",
        "The JSON holds {actual} at {name}, which the enum does not know.",
    ),
    MessageForm(
        "IllegalArgumentException",
        r"(?:Cannot serialize Kotlin type|No JsonAdapter for|Platform class|Failed to find the generated JsonAdapter "
        r"class for) (?:class )?(?P<name>[\w.$<>]+)",
        "serialization",
        "Moshi has no adapter for `{name:simple}`.",
    ),
    MessageForm(
        "IllegalArgumentException",
        r"Unable to create (?P<kind>call adapter|converter|@Body converter) for (?:class |interface )?(?P<name>[\w.$<>, ]+)",
        "serialization",
        "Retrofit has no {kind} for `{name}`.",
    ),
    MessageForm(
        "JsonIOException RuntimeException InstantiationException",
        r"(?:Unable to (?:invoke no-args constructor|create instance) (?:for|of)|Abstract classes? can't be "
        r"instantiated!.*Class name:) (?:class |interface )?(?P<name>[\w.$]+)",
        "serialization",
        "Gson cannot make a `{name:simple}`.",
    ),
    MessageForm(
        "JsonIOException InaccessibleObjectException IllegalArgumentException",
        r"(?:Failed making field|Unable to make field) '?(?P<name>[^'\n]+?)'? accessible",
        "serialization",
        "The field {name} may not be reached by reflection.",
    ),
    MessageForm(
        _JACKSON,
        r"Unrecognized field \"(?P<name>[^\"]+)\" \(class (?P<expected>[\w.$]+)\)",
        "serialization",
        "The input has a field `{name}` that `{expected:simple}` does not declare.",
    ),
    MessageForm(
        _JACKSON,
        r"Instantiation of \[simple type, class (?P<expected>[\w.$]+)\] value failed for JSON property (?P<name>\S+) "
        r"due to missing",
        "serialization",
        "The input has no `{name}`, which `{expected:simple}` requires.",
    ),
    MessageForm(
        _JACKSON,
        r"Cannot construct instance of `(?P<expected>[\w.$<>]+)`[^:]*: (?P<why>[^\n;]{3,120})",
        "serialization",
        "Jackson cannot make a `{expected:simple}`: {why}.",
    ),
    MessageForm(
        _JACKSON,
        r"Cannot deserialize (?:value|instance) of (?:type )?`(?P<expected>[^`]+)` (?:out of|from) (?P<actual>[^\n(:;]+)",
        "serialization",
        "The input holds {actual} where a `{expected:simple}` is expected.",
    ),
    MessageForm(
        _JACKSON,
        r"No serializer found for class (?P<name>[\w.$]+)",
        "serialization",
        "Jackson finds nothing in `{name:simple}` that it could write.",
    ),
    MessageForm(
        _JACKSON,
        r"Java 8 \S+ type `(?P<name>[\w.$]+)` not supported by default",
        "serialization",
        "Jackson cannot handle `{name:simple}` without its Java 8 module.",
    ),
    MessageForm(
        "NotSerializableException",
        r"^(?P<name>[\w.$]+)",
        "serialization",
        "`{name:simple}` is not Serializable, and an object that is written holds one.",
    ),
    MessageForm(
        "InvalidClassException",
        r"^(?P<name>[\w.$]+); (?P<why>[^\n]+)",
        "serialization",
        "A stored `{name:simple}` does not fit the class any more: {why}.",
    ),
    MessageForm(
        "InvalidProtocolBufferException",
        r"(?P<why>[^\n]+)",
        "serialization",
        "The input is not the protocol buffer that is expected: {why}",
    ),
    MessageForm(
        "XmlPullParserException SAXParseException XMLStreamException",
        r"(?P<why>[^\n]+)",
        "serialization",
        "The XML cannot be read: {why}",
    ),
    MessageForm(
        _ROOM,
        r"A migration from (?P<actual>\d+) to (?P<expected>\d+) was required but not found",
        "database",
        "Room has no migration from version {actual} to {expected}.",
    ),
    MessageForm(
        _ROOM,
        r"(?:Migration didn't properly handle|Pre-packaged database has an invalid schema): (?P<name>\w+)",
        "database",
        "After the migration the table `{name}` is not what its entity declares.",
    ),
    MessageForm(
        _ROOM,
        r"Room cannot verify the data integrity",
        "database",
        "The database's schema changed, and its version did not.",
    ),
    MessageForm(
        "IllegalStateException",
        r"Cannot access database on the main thread",
        "wrong_thread",
        "The database was used on the main thread.",
    ),
    MessageForm(
        _SQL,
        r"(?:no such table: (?:main\.)?|[Tt]able \"?)(?P<name>[\w.]+)\"?(?: (?:doesn't|does not) exist)?(?: \(code[^)]*\))?",
        "database",
        "The table `{name}` is not in the database.",
    ),
    MessageForm(
        _SQL,
        r"(?:no such column: |has no column named |[Cc]olumn '?)(?P<name>[\w.]+)",
        "database",
        "The column `{name}` is not there.",
    ),
    MessageForm(
        _SQL,
        r"(?P<kind>UNIQUE|NOT NULL|FOREIGN KEY|PRIMARY KEY|CHECK) constraint failed(?:: (?P<name>[\w., ]+))?",
        "database",
        "A row breaks a {kind} constraint[ of {name}].",
    ),
    MessageForm(
        _SQL,
        r"near \"(?P<name>[^\"]*)\": syntax error",
        "database",
        "The SQL cannot be read near `{name}`.",
    ),
    MessageForm(
        _SQL,
        r"(?P<why>database is locked|disk I/O error|database disk image is malformed|file is not a database|"
        r"unable to open database file|attempt to write a readonly database|too many SQL variables|"
        r"database or disk is full|datatype mismatch|[Ee]xpression tree is too large|too many (?:terms|columns|attached)[\w ]*)",
        "database",
        "SQLite says: {why}.",
    ),
    MessageForm(
        "SQLiteException SQLiteDowngradeFailedException",
        r"Can't (?P<how>downgrade|upgrade)(?: read-only)? database from version (?P<actual>\d+) to (?P<expected>\d+)",
        "database",
        "The database is of version {actual}, and the code asks for {expected}.",
    ),
    MessageForm(
        "IllegalArgumentException",
        r"the bind value at index (?P<index>\d+) is null",
        "database",
        "The query's argument {index} (from 1) was null.",
    ),
    MessageForm(
        "IllegalArgumentException",
        r"(?:Cannot bind argument at index (?P<index>\d+) because the index is out of range\.\s+The statement has "
        r"(?P<size>\d+) parameters)",
        "database",
        "The query was given argument {index}, and it has {size} parameters.",
    ),
    MessageForm(
        _CURSOR,
        r"column '(?P<name>[^']+)' does not exist",
        "database",
        "The column `{name}` is not in the result.",
    ),
    MessageForm(
        _CURSOR,
        r"^Invalid column:? (?P<name>[^\n]{1,120})",
        "database",
        "The query asks for the column `{name}`, which the content provider does not give.",
    ),
    MessageForm(
        "IllegalStateException",
        r"Couldn't read row (?P<index>-?\d+), col (?P<size>-?\d+) from CursorWindow",
        "database",
        "Row {index}, column {size} is not in the cursor's window.",
        lambda _groups: Target("call", "getString getInt getLong getBlob getDouble getFloat getShort isNull"),
    ),
    MessageForm(
        "IllegalStateException SQLiteException",
        r"attempt to re-open an already-closed object|(?:connection pool|[Dd]atabase|[Cc]ursor)[^\n]{0,60}(?:has been |is |already |been )closed",
        "database",
        "A database or cursor was used after it was closed.",
    ),
    MessageForm(
        "FileNotFoundException NoSuchFileException",
        r"^(?P<name>[^\n(:]+?)(?:: open failed)?:? ?\(?(?P<why>[A-Z]{4,8} \([^)]*\)|No such file or directory|Permission denied|"
        r"Is a directory|The system cannot find[^\n)]*)\)?",
        "io",
        "`{name}` cannot be opened: {why}.",
    ),
    MessageForm(
        "ErrnoException",
        r"\b(?P<name>\w+) failed: (?P<why>E[A-Z0-9]+ \([^)]*\))",
        "io",
        "The system call `{name}` failed: {why}.",
    ),
    MessageForm(
        "UnknownHostException",
        r"(?:Unable to resolve host \")?(?P<name>[\w.-]+)",
        "io",
        "The host `{name}` cannot be resolved.",
    ),
    MessageForm(
        "ConnectException HttpHostConnectException",
        r"(?P<why>[^\n]+)",
        "io",
        "No connection: {why}",
    ),
    MessageForm(
        "SSLHandshakeException SSLException SSLPeerUnverifiedException CertPathValidatorException",
        r"(?P<why>[^\n]+)",
        "io",
        "The TLS handshake failed: {why}",
    ),
    MessageForm(
        "HttpException",
        r"HTTP (?P<index>\d{3})",
        "io",
        "The server answered with status {index}.",
    ),
    MessageForm(
        "NetworkOnMainThreadException",
        r"(?P<why>.*)",
        "wrong_thread",
        "The network was used on the main thread.",
    ),
)
