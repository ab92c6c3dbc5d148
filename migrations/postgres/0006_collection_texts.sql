-- Texts that name their kind and are about a person, such as notes, are kept apart from names. Removing a deleted text
-- from the disk rewrites the file that held it, so these texts are in 32 partitions, each with files of its own.

-- Nothing uses this table any more. Operators may have dropped it.
DROP TABLE IF EXISTS catalog_entries;

CREATE TABLE subject_texts (
  id uuid PRIMARY KEY,
  owner uuid NOT NULL,
  subject uuid NOT NULL,
  value text NOT NULL -- JSON, kept byte for byte
) PARTITION BY HASH (id);
CREATE INDEX subject_texts_by_owner ON subject_texts (owner, id);

DO $$
BEGIN
  FOR number IN 0..31 LOOP
    EXECUTE format(
      'CREATE TABLE subject_texts_%s PARTITION OF subject_texts FOR VALUES WITH (MODULUS 32, REMAINDER %s)',
      number, number);
  END LOOP;
END
$$;

-- The planner's statistics would sample texts, and keep them when they are erased.
ALTER TABLE subject_texts ALTER COLUMN value SET STATISTICS 0;
