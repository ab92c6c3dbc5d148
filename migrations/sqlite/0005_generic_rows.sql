-- The rows of all read models in one table, so that a new read model needs no migration. They are folded from the events:
-- those of before are dropped, and made anew when the store is opened.

PRAGMA secure_delete = OFF; -- rows hold no personal text
DROP TABLE rm_households_a;
DROP TABLE rm_households_b;
DROP TABLE rm_libraries_a;
DROP TABLE rm_libraries_b;
DROP TABLE rm_ratings_a;
DROP TABLE rm_ratings_b;
DROP TABLE rm_rounds_a;
DROP TABLE rm_rounds_b;
DROP TABLE rm_sessions_a;
DROP TABLE rm_sessions_b;
DROP TABLE read_models;
PRAGMA secure_delete = ON;

CREATE TABLE read_models (
  name TEXT PRIMARY KEY,
  half INTEGER NOT NULL UNIQUE, -- which rows are read and flushed to; an even number and the next are a read model's two halves
  version INTEGER NOT NULL, -- of the fold that made the rows; 0 when there are none
  checkpoint INTEGER NOT NULL, -- the last position that the rows contain
  generation INTEGER NOT NULL, -- counts the rebuilds
  stopped_position INTEGER,
  stopped_reason TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE read_model_rows (
  half INTEGER NOT NULL,
  shelf BLOB NOT NULL, -- what a row is kept with: the id of a round, of a household, of somebody's list
  item BLOB NOT NULL, -- which of the shelf's rows; empty where a shelf has one
  owner BLOB NOT NULL,
  sort_order INTEGER, -- where it stands in the shelf's list, with tie; null where nobody lists the shelf
  tie BLOB,
  position INTEGER NOT NULL,
  document BLOB NOT NULL,
  PRIMARY KEY (half, shelf, item)
) STRICT;
CREATE INDEX read_model_rows_by_place ON read_model_rows (half, shelf, sort_order, tie) WHERE sort_order IS NOT NULL;
