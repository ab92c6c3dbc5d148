-- The planner's statistics would sample names, and keep them when they are erased. The change of type, which is none,
-- removes the samples that are there.
ALTER TABLE personal_texts ALTER COLUMN value SET STATISTICS 0;
ALTER TABLE personal_texts ALTER COLUMN value TYPE text;
