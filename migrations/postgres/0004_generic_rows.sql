-- The rows of all read models in one table, so that a new read model needs no migration. They are folded from the events:
-- those of before are dropped, and made anew when a server opens the database.

DROP TABLE rm_households_a, rm_households_b, rm_libraries_a, rm_libraries_b, rm_ratings_a, rm_ratings_b, rm_rounds_a,
  rm_rounds_b, rm_sessions_a, rm_sessions_b, read_models;

CREATE TABLE read_models (
  name text COLLATE "C" PRIMARY KEY,
  half bigint NOT NULL UNIQUE, -- which rows are read and written with events; an even number and the next are a read model's two halves
  version integer NOT NULL, -- of the fold that made the rows; 0 when there are none
  -- The last position that the rows contain. Null: the last of all, since rows are recorded with their events. So a
  -- position stands here only before the first rebuild and where the fold has stopped.
  checkpoint bigint,
  generation bigint NOT NULL, -- counts the rebuilds
  stopped_position bigint,
  stopped_reason text
);

-- Rows change often, and seldom in what is indexed: the room left in each page keeps the indexes out of it. Documents are
-- neither compressed nor moved out of the row: a change then writes little more than what has changed to the log.
CREATE TABLE read_model_rows (
  half bigint NOT NULL,
  shelf uuid NOT NULL, -- what a row is kept with: the id of a round, of a household, of somebody's list
  item uuid NOT NULL, -- which of the shelf's rows; all zeros where a shelf has one
  owner uuid NOT NULL,
  sort_order bigint, -- where it stands in the shelf's list, with tie; null where nobody lists the shelf
  tie uuid,
  position bigint NOT NULL,
  document text NOT NULL,
  PRIMARY KEY (half, shelf, item)
) WITH (fillfactor = 70, toast_tuple_target = 8160);
CREATE INDEX read_model_rows_by_place ON read_model_rows (half, shelf, sort_order, tie) WHERE sort_order IS NOT NULL;
ALTER TABLE read_model_rows ALTER COLUMN document SET STORAGE EXTERNAL;
