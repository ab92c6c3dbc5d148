-- A database of its own, beside that of the events: what is in it can be had again, and may be deleted at any time.

CREATE TABLE schema_migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at TEXT NOT NULL,
  crc32 INTEGER NOT NULL -- of the file's text
) STRICT;

CREATE TABLE catalog_entries (
  key TEXT PRIMARY KEY, -- of kind, variant and id
  kind TEXT NOT NULL,
  variant TEXT NOT NULL,
  id TEXT NOT NULL,
  used_at INTEGER NOT NULL, -- microseconds since 1970 (UTC), within an hour or so
  entry BLOB NOT NULL
) STRICT;
CREATE INDEX catalog_entries_by_use ON catalog_entries (used_at);
