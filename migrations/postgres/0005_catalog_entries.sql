-- What can be had again from elsewhere, kept for all servers: no part of an export, and it may be deleted at any time.

CREATE TABLE catalog_entries (
  key text COLLATE "C" PRIMARY KEY, -- of kind, variant and id
  kind text NOT NULL,
  variant text NOT NULL,
  id text NOT NULL,
  used_at timestamptz NOT NULL, -- within an hour or so
  entry bytea NOT NULL
);
CREATE INDEX catalog_entries_by_use ON catalog_entries (used_at);
