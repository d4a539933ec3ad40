-- What makes a decision unique is also the order of its lists, the newest run first: one index in place of two, 64 bytes a decision.

-- CreateIndex
CREATE UNIQUE INDEX "decisions_run_id_ordinal_at_key" ON "decisions"("cluster_id", "run_id" DESC, "ordinal", "at");

-- DropIndex
DROP INDEX "decisions_newest_first";

-- AlterTable
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_pkey";
