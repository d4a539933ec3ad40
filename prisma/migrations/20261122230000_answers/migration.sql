-- What extenders answered when a decision was made, so that it can be made again without them. Null where nobody was asked.

-- AlterTable
ALTER TABLE "decisions" ADD COLUMN "answers" BYTEA;

-- AlterTable
ALTER TABLE "dry_run_decisions" ADD COLUMN "answers" BYTEA;
