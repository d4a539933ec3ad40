-- Clusters that follow a real one: who sends what happens there, and how far that has come.

-- CreateTable
CREATE TABLE "cluster_mirrors" (
    "cluster_id" UUID NOT NULL,
    "stream" TEXT COLLATE "C" NOT NULL,
    "sequence" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "lapses_at" TIMESTAMPTZ(3) NOT NULL,
    "behind_ms" INTEGER NOT NULL,
    "listing" TEXT[],

    CONSTRAINT "cluster_mirrors_pkey" PRIMARY KEY ("cluster_id"),
    CONSTRAINT "cluster_mirrors_numbers" CHECK ("sequence" >= 0 AND "behind_ms" >= 0)
);

-- What the lists that are under way have named so far: what they do not name is gone at their end.
-- CreateTable
CREATE TABLE "mirror_listed" (
    "cluster_id" UUID NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "mirror_listed_pkey" PRIMARY KEY ("cluster_id", "kind", "namespace", "name")
);

-- AddForeignKey
ALTER TABLE "cluster_mirrors" ADD CONSTRAINT "cluster_mirrors_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "mirror_listed" ADD CONSTRAINT "mirror_listed_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

GRANT SELECT ON "cluster_mirrors", "mirror_listed" TO berth_engine, berth_reader;
GRANT INSERT, UPDATE, DELETE ON "cluster_mirrors", "mirror_listed" TO berth_engine;
SELECT berth_wall('cluster_mirrors', 'cluster_id IN (SELECT berth_clusters())');
SELECT berth_wall('mirror_listed', 'cluster_id IN (SELECT berth_clusters())');

-- The role that may send what happens in a real cluster, and nothing else.
ALTER TABLE "team_members" DROP CONSTRAINT "team_members_roles_check";
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_roles_check"
  CHECK ("roles" <@ ARRAY['viewer', 'editor', 'scheduler', 'mirror', 'auditor', 'admin'] AND cardinality("roles") > 0);
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_roles_check";
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_roles_check"
  CHECK ("roles" <@ ARRAY['viewer', 'editor', 'scheduler', 'mirror', 'auditor', 'admin'] AND cardinality("roles") > 0);
ALTER TABLE "grants" DROP CONSTRAINT "grants_role_check";
ALTER TABLE "grants" ADD CONSTRAINT "grants_role_check"
  CHECK ("role" IN ('viewer', 'editor', 'scheduler', 'mirror', 'auditor', 'admin'));
