-- Who asked for a run, and for which pods. Rows from before that do not say.
ALTER TABLE "runs" ADD COLUMN "actor" TEXT, ADD COLUMN "asked" JSONB;
