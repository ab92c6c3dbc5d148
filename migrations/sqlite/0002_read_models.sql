-- Each read model has two tables: the active one is read and flushed to, a rebuild writes the other.

CREATE TABLE read_models (
  name TEXT PRIMARY KEY,
  version INTEGER NOT NULL, -- of the fold that made the rows; 0 when there are none
  checkpoint INTEGER NOT NULL, -- the last position that the rows contain
  generation INTEGER NOT NULL, -- counts the rebuilds
  active TEXT NOT NULL CHECK (active IN ('a', 'b')),
  stopped_position INTEGER,
  stopped_reason TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO read_models (name, version, checkpoint, generation, active) VALUES
  ('households', 0, 0, 0, 'a'),
  ('libraries', 0, 0, 0, 'a'),
  ('ratings', 0, 0, 0, 'a'),
  ('rounds', 0, 0, 0, 'a'),
  ('sessions', 0, 0, 0, 'a');

CREATE TABLE rm_households_a (
  key BLOB PRIMARY KEY, owner BLOB NOT NULL, sort_order INTEGER NOT NULL, position INTEGER NOT NULL,
  document BLOB NOT NULL
) STRICT;
CREATE INDEX rm_households_a_by_owner ON rm_households_a (owner, sort_order, key);

CREATE TABLE rm_households_b (
  key BLOB PRIMARY KEY, owner BLOB NOT NULL, sort_order INTEGER NOT NULL, position INTEGER NOT NULL,
  document BLOB NOT NULL
) STRICT;
CREATE INDEX rm_households_b_by_owner ON rm_households_b (owner, sort_order, key);

CREATE TABLE rm_libraries_a (
  key BLOB PRIMARY KEY, owner BLOB NOT NULL, sort_order INTEGER NOT NULL, position INTEGER NOT NULL,
  document BLOB NOT NULL
) STRICT;
CREATE INDEX rm_libraries_a_by_owner ON rm_libraries_a (owner, sort_order, key);

CREATE TABLE rm_libraries_b (
  key BLOB PRIMARY KEY, owner BLOB NOT NULL, sort_order INTEGER NOT NULL, position INTEGER NOT NULL,
  document BLOB NOT NULL
) STRICT;
CREATE INDEX rm_libraries_b_by_owner ON rm_libraries_b (owner, sort_order, key);

CREATE TABLE rm_ratings_a (
  key BLOB PRIMARY KEY, owner BLOB NOT NULL, sort_order INTEGER NOT NULL, position INTEGER NOT NULL,
  document BLOB NOT NULL
) STRICT;
CREATE INDEX rm_ratings_a_by_owner ON rm_ratings_a (owner, sort_order, key);

CREATE TABLE rm_ratings_b (
  key BLOB PRIMARY KEY, owner BLOB NOT NULL, sort_order INTEGER NOT NULL, position INTEGER NOT NULL,
  document BLOB NOT NULL
) STRICT;
CREATE INDEX rm_ratings_b_by_owner ON rm_ratings_b (owner, sort_order, key);

CREATE TABLE rm_rounds_a (
  key BLOB PRIMARY KEY, owner BLOB NOT NULL, sort_order INTEGER NOT NULL, position INTEGER NOT NULL,
  document BLOB NOT NULL
) STRICT;
CREATE INDEX rm_rounds_a_by_owner ON rm_rounds_a (owner, sort_order, key);

CREATE TABLE rm_rounds_b (
  key BLOB PRIMARY KEY, owner BLOB NOT NULL, sort_order INTEGER NOT NULL, position INTEGER NOT NULL,
  document BLOB NOT NULL
) STRICT;
CREATE INDEX rm_rounds_b_by_owner ON rm_rounds_b (owner, sort_order, key);

CREATE TABLE rm_sessions_a (
  key BLOB PRIMARY KEY, owner BLOB NOT NULL, sort_order INTEGER NOT NULL, position INTEGER NOT NULL,
  document BLOB NOT NULL
) STRICT;
CREATE INDEX rm_sessions_a_by_owner ON rm_sessions_a (owner, sort_order, key);

CREATE TABLE rm_sessions_b (
  key BLOB PRIMARY KEY, owner BLOB NOT NULL, sort_order INTEGER NOT NULL, position INTEGER NOT NULL,
  document BLOB NOT NULL
) STRICT;
CREATE INDEX rm_sessions_b_by_owner ON rm_sessions_b (owner, sort_order, key);
