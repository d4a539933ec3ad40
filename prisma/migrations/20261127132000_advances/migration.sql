-- Advances of clocks are operations; of one cluster there is one at a time.
ALTER TABLE "operations" DROP CONSTRAINT "operations_kind_check";
ALTER TABLE "operations" ADD CONSTRAINT "operations_kind_check"
  CHECK ("kind" IN ('verification', 'replay', 'export', 'comparison', 'advance'));

CREATE UNIQUE INDEX "operations_alone" ON "operations" ("cluster_id") WHERE "kind" = 'advance' AND "state" IN ('queued', 'running');
