CREATE TABLE schema_migrations (
  version integer PRIMARY KEY,
  name text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  crc32 bigint NOT NULL -- of the file's text
);

-- The truth. Rows are only ever added, by whoever holds the append lock: so positions are gapless and in the order of
-- the commits. The keys guard against mistakes; they decide nothing.
CREATE TABLE events (
  position bigint PRIMARY KEY,
  stream text COLLATE "C" NOT NULL,
  owner uuid NOT NULL,
  revision bigint NOT NULL,
  type text NOT NULL,
  version integer NOT NULL,
  data text NOT NULL, -- JSON, kept byte for byte
  metadata text NOT NULL, -- JSON
  recorded_at timestamptz NOT NULL,
  command uuid, -- that of the metadata, for receipts: who sent it, and its fingerprint, stand there
  checksum bigint NOT NULL, -- CRC-32 of this row, going on from that of the row before
  UNIQUE (stream, revision)
);
CREATE INDEX events_by_owner ON events (owner, position);
CREATE INDEX events_by_command ON events (command) WHERE command IS NOT NULL;

-- Of commands that recorded no events. All other receipts are read from the events.
CREATE TABLE receipts (
  command uuid NOT NULL,
  actor uuid NOT NULL, -- all zeros for an administrator
  metadata text NOT NULL, -- as an event of the command would have it
  position bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (command, actor)
);
CREATE INDEX receipts_by_time ON receipts (recorded_at);

CREATE TABLE personal_texts (
  id uuid PRIMARY KEY,
  owner uuid NOT NULL,
  subject uuid,
  value text NOT NULL -- JSON, kept byte for byte
);
CREATE INDEX personal_texts_by_owner ON personal_texts (owner, id);
