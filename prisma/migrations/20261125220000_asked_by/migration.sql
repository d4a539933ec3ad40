-- Who asked for a run or an operation, by what tells people and keys apart: names are not theirs alone. Rows from before that are nobody's.
ALTER TABLE "runs" ADD COLUMN "principal" TEXT;
ALTER TABLE "operations" ADD COLUMN "principal" TEXT;

-- The namespaces that a log tells of are few among millions of changes.
CREATE INDEX "changes_of_namespaces" ON "changes" ("cluster_id", "name") WHERE "kind" = 'Namespace';
