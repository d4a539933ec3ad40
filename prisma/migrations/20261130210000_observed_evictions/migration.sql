-- What a mirror sees of an eviction is a decision too.
-- AlterTable
ALTER TABLE "mirror_observations" DROP CONSTRAINT "mirror_observations_kind";
ALTER TABLE "mirror_observations" ADD CONSTRAINT "mirror_observations_kind"
  CHECK ("kind" IN ('bound', 'failed', 'evicted'));
