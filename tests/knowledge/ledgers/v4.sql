-- A ledger as version 4 of the schema left it.

CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE solution (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    state TEXT NOT NULL,
    language TEXT NOT NULL,
    error_type TEXT NOT NULL,
    fingerprint TEXT,
    worked INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    superseded_by TEXT,
    body TEXT NOT NULL,
    problem TEXT NOT NULL,
    text_hash TEXT NOT NULL
);
CREATE INDEX solution_fingerprint ON solution (fingerprint) WHERE fingerprint IS NOT NULL;
CREATE VIEW record AS
    SELECT seq, source, state, worked, failed, superseded_by, body, problem, id FROM solution;
CREATE VIEW offered AS
    SELECT seq, language, error_type, fingerprint FROM solution WHERE state NOT IN ('harmful', 'superseded');

CREATE INDEX solution_kind ON solution (language, error_type, state);

CREATE VIRTUAL TABLE solution_text USING fts5 (problem, cause, fix, tokenize = 'unicode61');
CREATE TABLE word (word TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE corpus (documents INTEGER NOT NULL, tokens INTEGER NOT NULL);
INSERT INTO corpus VALUES (0, 0);

CREATE TABLE embedding (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    solution INTEGER NOT NULL REFERENCES solution (seq) ON DELETE CASCADE,
    model TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (model, solution)
);
CREATE INDEX embedding_order ON embedding (model, seq);
CREATE INDEX embedding_solution ON embedding (solution);

CREATE TABLE attempt (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    solution_id TEXT NOT NULL,
    fingerprint TEXT,
    attempt TEXT NOT NULL,
    note TEXT,
    recorded_at TEXT NOT NULL,
    uid TEXT NOT NULL UNIQUE,
    origin TEXT
);
CREATE INDEX attempt_fingerprint ON attempt (fingerprint) WHERE fingerprint IS NOT NULL;
CREATE INDEX attempt_solution ON attempt (solution_id);

CREATE TABLE event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    solution_id TEXT,
    detail TEXT NOT NULL,
    uid TEXT NOT NULL UNIQUE,
    origin TEXT
);
CREATE INDEX event_solution ON event (solution_id) WHERE solution_id IS NOT NULL;

CREATE TABLE peer (member TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;

PRAGMA user_version = 4;
PRAGMA application_id = 1380139313;

INSERT INTO fact (name, value) VALUES ('derived', '2');
INSERT INTO solution (seq, id, source, state, language, error_type, fingerprint, worked, failed, superseded_by, body, problem, text_hash) VALUES (1, 'old-1', 'user', 'candidate', 'kotlin', 'illegalstateexception', NULL, 1, 1, NULL, '{"id":"old-1","errorDescription":"java.lang.IllegalStateException: widget 1 is not attached","rootCause":"The widget number 1 was used before it was attached.","solution":"Attach widget 1 first.","language":"kotlin","errorType":"java.lang.IllegalStateException","confidence":0.5,"userValidated":false,"metadata":{}}', '{"kind": "jvm_exception", "types": ["IllegalStateException"], "message": "widget <n> is not attached", "thrown": [], "own": [], "task": null, "fingerprint": null, "words": "IllegalStateException\nIllegalStateException: widget 1 is not attached\n", "text": "java.lang.IllegalStateException: widget 1 is not attached"}', '24e0bfa4fb16cff1');
INSERT INTO solution (seq, id, source, state, language, error_type, fingerprint, worked, failed, superseded_by, body, problem, text_hash) VALUES (2, 'old-2', 'user', 'validated', 'kotlin', 'illegalstateexception', NULL, 0, 0, NULL, '{"id":"old-2","errorDescription":"java.lang.IllegalStateException: widget 2 is not attached","rootCause":"Better understood.","solution":"Attach widget 2 first.","language":"kotlin","errorType":"java.lang.IllegalStateException","confidence":0.5,"userValidated":false,"metadata":{}}', '{"kind": "jvm_exception", "types": ["IllegalStateException"], "message": "widget <n> is not attached", "thrown": [], "own": [], "task": null, "fingerprint": null, "words": "IllegalStateException\nIllegalStateException: widget 2 is not attached\n", "text": "java.lang.IllegalStateException: widget 2 is not attached"}', 'b974f95f0e2cd63c');
INSERT INTO solution (seq, id, source, state, language, error_type, fingerprint, worked, failed, superseded_by, body, problem, text_hash) VALUES (3, 'old-3', 'user', 'superseded', 'kotlin', 'illegalstateexception', NULL, 0, 0, 'old-2', '{"id":"old-3","errorDescription":"java.lang.IllegalStateException: widget 3 is not attached","rootCause":"The widget number 3 was used before it was attached.","solution":"Attach widget 3 first.","language":"kotlin","errorType":"java.lang.IllegalStateException","confidence":0.5,"userValidated":false,"metadata":{}}', '{"kind": "jvm_exception", "types": ["IllegalStateException"], "message": "widget <n> is not attached", "thrown": [], "own": [], "task": null, "fingerprint": null, "words": "IllegalStateException\nIllegalStateException: widget 3 is not attached\n", "text": "java.lang.IllegalStateException: widget 3 is not attached"}', 'd58774029e018558');
INSERT INTO embedding (seq, solution, model, text_hash, vector) VALUES (1, 1, 'm', '24e0bfa4fb16cff1', X'01010101010101010101010101010101');
INSERT INTO embedding (seq, solution, model, text_hash, vector) VALUES (2, 2, 'm', 'b974f95f0e2cd63c', X'02020202020202020202020202020202');
INSERT INTO embedding (seq, solution, model, text_hash, vector) VALUES (3, 3, 'm', 'd58774029e018558', X'03030303030303030303030303030303');
INSERT INTO attempt (seq, solution_id, fingerprint, attempt, note, recorded_at, uid) VALUES (1, 'old-1', NULL, 'Attach widget 1 first.', 'crashed again', '2026-03-01T12:00:00Z', '064bf535af1001119c74a8633f');
INSERT INTO attempt (seq, solution_id, fingerprint, attempt, note, recorded_at, uid) VALUES (2, 'tried-1', 'jvm-1', 'Clear the cache', NULL, '2026-03-01T12:00:00Z', '064bf535af10024b3f4f78783b');
INSERT INTO event (seq, at, kind, solution_id, detail, uid) VALUES (1, '2026-03-01T12:00:00Z', 'stored', 'old-1', '{"source": "user"}', '064bf535af1001b02e8d78f644');
INSERT INTO event (seq, at, kind, solution_id, detail, uid) VALUES (2, '2026-03-01T12:00:00Z', 'stored', 'old-2', '{"source": "user"}', '064bf535af10023073be694761');
INSERT INTO event (seq, at, kind, solution_id, detail, uid) VALUES (3, '2026-03-01T12:00:00Z', 'stored', 'old-3', '{"source": "user"}', '064bf535af1003f6e2547b4c98');
INSERT INTO event (seq, at, kind, solution_id, detail, uid) VALUES (4, '2026-03-01T12:00:00Z', 'report', 'old-1', '{"outcome": "worked", "from": "candidate", "to": "validated"}', '064bf535af100444077422e3fa');
INSERT INTO event (seq, at, kind, solution_id, detail, uid) VALUES (5, '2026-03-01T12:00:00Z', 'report', 'old-1', '{"outcome": "did_not_work", "from": "validated", "to": "candidate", "note": "crashed again"}', '064bf535af1005105822a52e87');
INSERT INTO event (seq, at, kind, solution_id, detail, uid) VALUES (6, '2026-03-01T12:00:00Z', 'report', 'old-3', '{"outcome": "superseded", "from": "candidate", "to": "superseded", "supersededBy": "old-2"}', '064bf535af10069b7ec76d0100');
INSERT INTO event (seq, at, kind, solution_id, detail, uid) VALUES (7, '2026-03-01T12:00:00Z', 'updated', 'old-2', '{"source": "import", "before": {"id": "old-2", "errorDescription": "java.lang.IllegalStateException: widget 2 is not attached", "rootCause": "The widget number 2 was used before it was attached.", "solution": "Attach widget 2 first.", "language": "kotlin", "errorType": "java.lang.IllegalStateException", "confidence": 0.5, "userValidated": false, "metadata": {}}}', '064bf535af1007d7d1f31e61a1');
INSERT INTO event (seq, at, kind, solution_id, detail, uid) VALUES (8, '2026-03-01T12:00:00Z', 'attempt', 'tried-1', '{"attempt": "Clear the cache"}', '064bf535af10080b7e0ea9f972');
INSERT INTO word (word, documents) VALUES ('attach', 3);
INSERT INTO word (word, documents) VALUES ('before', 2);
INSERT INTO word (word, documents) VALUES ('better', 1);
INSERT INTO word (word, documents) VALUES ('except', 3);
INSERT INTO word (word, documents) VALUES ('first', 3);
INSERT INTO word (word, documents) VALUES ('illeg', 3);
INSERT INTO word (word, documents) VALUES ('illegalstateexception', 3);
INSERT INTO word (word, documents) VALUES ('is', 3);
INSERT INTO word (word, documents) VALUES ('it', 2);
INSERT INTO word (word, documents) VALUES ('not', 3);
INSERT INTO word (word, documents) VALUES ('number', 2);
INSERT INTO word (word, documents) VALUES ('state', 3);
INSERT INTO word (word, documents) VALUES ('the', 2);
INSERT INTO word (word, documents) VALUES ('understood', 1);
INSERT INTO word (word, documents) VALUES ('used', 2);
INSERT INTO word (word, documents) VALUES ('was', 2);
INSERT INTO word (word, documents) VALUES ('widget', 3);
DELETE FROM corpus; INSERT INTO corpus VALUES (3, 65);
INSERT INTO solution_text (rowid, problem, cause, fix) VALUES (1, 'illegalstateexception illeg state except illegalstateexception illeg state except widget is not attach', 'the widget number was used before it was attach', 'attach widget first');
INSERT INTO solution_text (rowid, problem, cause, fix) VALUES (2, 'illegalstateexception illeg state except illegalstateexception illeg state except widget is not attach', 'better understood', 'attach widget first');
INSERT INTO solution_text (rowid, problem, cause, fix) VALUES (3, 'illegalstateexception illeg state except illegalstateexception illeg state except widget is not attach', 'the widget number was used before it was attach', 'attach widget first');
