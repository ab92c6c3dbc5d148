-- Each chunk of receipts has a checksum, and it is known how many chunks there are: where one is damaged or missing when
-- the store is opened, all are made anew from the events. (`text_checksum` takes any columns: see migration 3.)
-- And a flush writes receipts apart from streams and owners, so that nobody waits for both.

PRAGMA secure_delete = OFF; -- receipts hold no personal text
ALTER TABLE receipt_chunks ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
UPDATE receipt_chunks SET checksum = text_checksum(first, records);
PRAGMA secure_delete = ON;

ALTER TABLE event_index ADD COLUMN receipts INTEGER NOT NULL DEFAULT 0; -- the receipts stand in runs up to this position
ALTER TABLE event_index ADD COLUMN receipt_chunks INTEGER NOT NULL DEFAULT 0;
UPDATE event_index SET receipts = position, receipt_chunks = (SELECT count(*) FROM receipt_chunks);
