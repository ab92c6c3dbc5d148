-- Ids are 16 bytes, times microseconds since 1970 (UTC).

CREATE TABLE schema_migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at TEXT NOT NULL,
  crc32 INTEGER NOT NULL -- of the file's text
) STRICT;

-- The truth. Rows are only ever added.
CREATE TABLE events (
  position INTEGER PRIMARY KEY,
  stream TEXT NOT NULL,
  owner BLOB NOT NULL,
  revision INTEGER NOT NULL,
  type TEXT NOT NULL,
  version INTEGER NOT NULL,
  data TEXT NOT NULL,
  metadata TEXT NOT NULL,
  recorded_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL -- CRC-32 of this row, going on from that of the row before
) STRICT;

-- Where the events of a stream and of an owner are. Written by a flush, up to `event_index.position`; what follows is
-- read from the events when the store is opened.
CREATE TABLE event_index (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  position INTEGER NOT NULL
) STRICT;
INSERT INTO event_index VALUES (1, 0);

CREATE TABLE streams (
  number INTEGER PRIMARY KEY, -- in the order of their first events
  stream TEXT NOT NULL UNIQUE,
  owner BLOB NOT NULL,
  revision INTEGER NOT NULL
) STRICT;

CREATE TABLE stream_positions (
  stream INTEGER NOT NULL,
  first_revision INTEGER NOT NULL,
  positions BLOB NOT NULL, -- of consecutive revisions, 8 bytes each, least significant first
  PRIMARY KEY (stream, first_revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE owner_positions (
  owner BLOB NOT NULL,
  first_position INTEGER NOT NULL,
  positions BLOB NOT NULL, -- as in stream_positions
  PRIMARY KEY (owner, first_position)
) STRICT, WITHOUT ROWID;

CREATE TABLE receipts (
  command BLOB NOT NULL,
  actor BLOB NOT NULL, -- empty for an administrator
  fingerprint INTEGER NOT NULL,
  position INTEGER NOT NULL,
  event_count INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  PRIMARY KEY (command, actor)
) STRICT, WITHOUT ROWID;
CREATE INDEX receipts_by_time ON receipts (recorded_at);

CREATE TABLE personal_texts (
  id BLOB PRIMARY KEY,
  owner BLOB NOT NULL,
  subject BLOB,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX personal_texts_by_owner ON personal_texts (owner, id);
