-- `text_checksum` is a function of the program: CRC-32 of the columns, each with its length before it.

ALTER TABLE personal_texts ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
UPDATE personal_texts SET checksum = text_checksum(id, owner, subject, value);
