-- How many nodes and pods a cluster has is in its head, which every revision moves: reading a cluster counts no rows.
-- "counted" is the position up to which they are counted; where it is not the head's, the rows are counted.
ALTER TABLE "cluster_heads" ADD COLUMN "nodes" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "cluster_heads" ADD COLUMN "pods" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "cluster_heads" ADD COLUMN "counted" BIGINT NOT NULL DEFAULT -1;
UPDATE "cluster_heads" h SET
  "nodes" = (SELECT count(*) FROM "nodes" n WHERE n."cluster_id" = h."cluster_id"),
  "pods" = (SELECT count(*) FROM "pods" p WHERE p."cluster_id" = h."cluster_id"),
  "counted" = h."position";
