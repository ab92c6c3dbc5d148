-- Texts stand in slots that never move in the file, and are written over where they stand: so nothing of an erased one is
-- left. `text_slot` is a function of the program (`TextSlot`).

CREATE TABLE text_slots (
  slot INTEGER PRIMARY KEY, -- each is added behind the others, and stays
  content BLOB NOT NULL -- of a size that stays: length of the text, checksum (4 bytes each), text, zeros
) STRICT;

CREATE TABLE free_text_slots (
  size INTEGER NOT NULL, -- of the content, which is zeros
  slot INTEGER NOT NULL,
  PRIMARY KEY (size, slot)
) STRICT, WITHOUT ROWID;

ALTER TABLE personal_texts RENAME TO texts_before;

CREATE TABLE personal_texts (
  id BLOB PRIMARY KEY,
  owner BLOB NOT NULL,
  subject BLOB,
  slot INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO personal_texts SELECT id, owner, subject, row_number() OVER (ORDER BY id) FROM texts_before;
INSERT INTO text_slots
  SELECT slot, text_slot(checksum, value) FROM personal_texts JOIN texts_before USING (id) ORDER BY id;
DROP TABLE texts_before;
CREATE INDEX personal_texts_by_owner ON personal_texts (owner, id);
