-- Receipts of commands that recorded events, in the order of their keys: a flush writes a run, and runs of one tier are
-- merged into one of the next. They can be made anew from the metadata of the events.
-- `receipts` keeps those of commands that recorded none, and those from before this migration until they expire.

CREATE TABLE receipt_runs (
  number INTEGER PRIMARY KEY,
  tier INTEGER NOT NULL, -- how often its receipts were merged
  newest INTEGER NOT NULL, -- no receipt in it has a later time
  merges_into INTEGER -- the run that its receipts are being moved to
) STRICT;

CREATE TABLE receipt_chunks (
  run INTEGER NOT NULL,
  first BLOB NOT NULL, -- the first key: command, then actor, empty for an administrator
  records BLOB NOT NULL, -- 64 bytes a receipt
  PRIMARY KEY (run, first)
) STRICT, WITHOUT ROWID;
