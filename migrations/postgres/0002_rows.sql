-- Each read model has two tables: the active one is read and written with the events, a rebuild writes the other.

CREATE TABLE read_models (
  name text COLLATE "C" PRIMARY KEY,
  version integer NOT NULL, -- of the fold that made the rows; 0 when there are none
  -- The last position that the rows contain. Null: the last of all, since rows are recorded with their events. So a
  -- position stands here only before the first rebuild and where the fold has stopped.
  checkpoint bigint,
  generation bigint NOT NULL, -- counts the rebuilds
  active text NOT NULL CHECK (active IN ('a', 'b')),
  stopped_position bigint,
  stopped_reason text
);
INSERT INTO read_models (name, version, checkpoint, generation, active) VALUES
  ('households', 0, 0, 0, 'a'),
  ('libraries', 0, 0, 0, 'a'),
  ('ratings', 0, 0, 0, 'a'),
  ('rounds', 0, 0, 0, 'a'),
  ('sessions', 0, 0, 0, 'a');

-- Rows change often, and seldom in what is indexed: the room left in each page keeps the indexes out of it. Documents are
-- neither compressed nor moved out of the row: a change then writes little more than what has changed to the log.

CREATE TABLE rm_households_a (
  key uuid PRIMARY KEY, owner uuid NOT NULL, sort_order bigint NOT NULL, position bigint NOT NULL,
  document text NOT NULL
) WITH (fillfactor = 70, toast_tuple_target = 8160);
CREATE INDEX rm_households_a_by_owner ON rm_households_a (owner, sort_order, key);
ALTER TABLE rm_households_a ALTER COLUMN document SET STORAGE EXTERNAL;

CREATE TABLE rm_households_b (
  key uuid PRIMARY KEY, owner uuid NOT NULL, sort_order bigint NOT NULL, position bigint NOT NULL,
  document text NOT NULL
) WITH (fillfactor = 70, toast_tuple_target = 8160);
CREATE INDEX rm_households_b_by_owner ON rm_households_b (owner, sort_order, key);
ALTER TABLE rm_households_b ALTER COLUMN document SET STORAGE EXTERNAL;

CREATE TABLE rm_libraries_a (
  key uuid PRIMARY KEY, owner uuid NOT NULL, sort_order bigint NOT NULL, position bigint NOT NULL,
  document text NOT NULL
) WITH (fillfactor = 70, toast_tuple_target = 8160);
CREATE INDEX rm_libraries_a_by_owner ON rm_libraries_a (owner, sort_order, key);
ALTER TABLE rm_libraries_a ALTER COLUMN document SET STORAGE EXTERNAL;

CREATE TABLE rm_libraries_b (
  key uuid PRIMARY KEY, owner uuid NOT NULL, sort_order bigint NOT NULL, position bigint NOT NULL,
  document text NOT NULL
) WITH (fillfactor = 70, toast_tuple_target = 8160);
CREATE INDEX rm_libraries_b_by_owner ON rm_libraries_b (owner, sort_order, key);
ALTER TABLE rm_libraries_b ALTER COLUMN document SET STORAGE EXTERNAL;

CREATE TABLE rm_ratings_a (
  key uuid PRIMARY KEY, owner uuid NOT NULL, sort_order bigint NOT NULL, position bigint NOT NULL,
  document text NOT NULL
) WITH (fillfactor = 70, toast_tuple_target = 8160);
CREATE INDEX rm_ratings_a_by_owner ON rm_ratings_a (owner, sort_order, key);
ALTER TABLE rm_ratings_a ALTER COLUMN document SET STORAGE EXTERNAL;

CREATE TABLE rm_ratings_b (
  key uuid PRIMARY KEY, owner uuid NOT NULL, sort_order bigint NOT NULL, position bigint NOT NULL,
  document text NOT NULL
) WITH (fillfactor = 70, toast_tuple_target = 8160);
CREATE INDEX rm_ratings_b_by_owner ON rm_ratings_b (owner, sort_order, key);
ALTER TABLE rm_ratings_b ALTER COLUMN document SET STORAGE EXTERNAL;

CREATE TABLE rm_rounds_a (
  key uuid PRIMARY KEY, owner uuid NOT NULL, sort_order bigint NOT NULL, position bigint NOT NULL,
  document text NOT NULL
) WITH (fillfactor = 70, toast_tuple_target = 8160);
CREATE INDEX rm_rounds_a_by_owner ON rm_rounds_a (owner, sort_order, key);
ALTER TABLE rm_rounds_a ALTER COLUMN document SET STORAGE EXTERNAL;

CREATE TABLE rm_rounds_b (
  key uuid PRIMARY KEY, owner uuid NOT NULL, sort_order bigint NOT NULL, position bigint NOT NULL,
  document text NOT NULL
) WITH (fillfactor = 70, toast_tuple_target = 8160);
CREATE INDEX rm_rounds_b_by_owner ON rm_rounds_b (owner, sort_order, key);
ALTER TABLE rm_rounds_b ALTER COLUMN document SET STORAGE EXTERNAL;

CREATE TABLE rm_sessions_a (
  key uuid PRIMARY KEY, owner uuid NOT NULL, sort_order bigint NOT NULL, position bigint NOT NULL,
  document text NOT NULL
) WITH (fillfactor = 70, toast_tuple_target = 8160);
CREATE INDEX rm_sessions_a_by_owner ON rm_sessions_a (owner, sort_order, key);
ALTER TABLE rm_sessions_a ALTER COLUMN document SET STORAGE EXTERNAL;

CREATE TABLE rm_sessions_b (
  key uuid PRIMARY KEY, owner uuid NOT NULL, sort_order bigint NOT NULL, position bigint NOT NULL,
  document text NOT NULL
) WITH (fillfactor = 70, toast_tuple_target = 8160);
CREATE INDEX rm_sessions_b_by_owner ON rm_sessions_b (owner, sort_order, key);
ALTER TABLE rm_sessions_b ALTER COLUMN document SET STORAGE EXTERNAL;
