-- Who may do what: members and keys of teams, clusters that are shared, namespaces that are a team's, and the log of all
-- that changes this. What is there already is of the default team.

ALTER TABLE "teams" ADD COLUMN "created_by" TEXT COLLATE "C" NOT NULL DEFAULT 'system';

-- CreateTable
CREATE TABLE "team_members" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "issuer" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "roles" TEXT[] NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT COLLATE "C" NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "roles" TEXT[] NOT NULL,
    "cluster_id" UUID,
    "namespace" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT COLLATE "C" NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "grants" (
    "id" UUID NOT NULL,
    "cluster_id" UUID NOT NULL,
    "namespace" TEXT COLLATE "C",
    "team_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "namespace_teams" (
    "cluster_id" UUID NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "team_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "namespace_teams_pkey" PRIMARY KEY ("cluster_id","namespace")
);

-- CreateTable
CREATE TABLE "access_log" (
    "sequence" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "body" BYTEA NOT NULL,
    "prev_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "access_log_pkey" PRIMARY KEY ("sequence")
);

-- CreateIndex
CREATE UNIQUE INDEX "team_members_issuer_subject_team_id_key" ON "team_members"("issuer", "subject", "team_id");

-- CreateIndex
CREATE INDEX "team_members_team_id_id_idx" ON "team_members"("team_id", "id");

-- CreateIndex
CREATE INDEX "api_keys_team_id_id_idx" ON "api_keys"("team_id", "id");

-- CreateIndex
CREATE INDEX "grants_team_id_cluster_id_idx" ON "grants"("team_id", "cluster_id");

-- CreateIndex
CREATE INDEX "grants_cluster_id_id_idx" ON "grants"("cluster_id", "id");

-- CreateIndex
CREATE INDEX "namespace_teams_team_id_cluster_id_idx" ON "namespace_teams"("team_id", "cluster_id");

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "grants" ADD CONSTRAINT "grants_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "grants" ADD CONSTRAINT "grants_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "namespace_teams" ADD CONSTRAINT "namespace_teams_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "namespace_teams" ADD CONSTRAINT "namespace_teams_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE "team_members" ADD CONSTRAINT "team_members_roles_check"
  CHECK ("roles" <@ ARRAY['viewer', 'editor', 'scheduler', 'auditor', 'admin'] AND cardinality("roles") > 0);
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_roles_check"
  CHECK ("roles" <@ ARRAY['viewer', 'editor', 'scheduler', 'auditor', 'admin'] AND cardinality("roles") > 0);
ALTER TABLE "grants" ADD CONSTRAINT "grants_role_check"
  CHECK ("role" IN ('viewer', 'editor', 'scheduler', 'auditor', 'admin'));
-- The same thing is granted once.
CREATE UNIQUE INDEX "grants_once" ON "grants"("cluster_id", "team_id", "role", (coalesce("namespace", '')));

-- The team of a cluster stands on its head as well: whoever writes has the head, and writes rows of that team.
ALTER TABLE "cluster_heads" ADD COLUMN "team_id" UUID;
UPDATE "cluster_heads" h SET "team_id" = c."team_id" FROM "clusters" c WHERE c."id" = h."cluster_id";
ALTER TABLE "cluster_heads" ALTER COLUMN "team_id" SET NOT NULL;

GRANT SELECT ON "team_members", "api_keys", "grants", "namespace_teams", "access_log" TO berth_engine, berth_reader;
GRANT INSERT, UPDATE, DELETE ON "team_members", "api_keys", "grants", "namespace_teams" TO berth_engine;
GRANT INSERT ON "access_log", "teams" TO berth_engine;
-- Hashes of secrets are nothing to read for whoever reads for one team.
REVOKE SELECT ON "api_keys" FROM berth_reader;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "access_log"
  FOR EACH STATEMENT EXECUTE FUNCTION berth_refuse_history_edit();

-- In whose name a transaction runs: of its team, with these roles there. Nobody has neither.
CREATE FUNCTION berth_team() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('berth.team', true), '')::uuid;
CREATE FUNCTION berth_roles() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(string_to_array(nullif(current_setting('berth.roles', true), ''), ','), '{}');
