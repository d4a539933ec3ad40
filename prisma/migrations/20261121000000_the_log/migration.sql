-- The log, the state it leads to, and the decisions. Names compare in byte order everywhere (COLLATE "C"), as Kubernetes
-- lists them and as ties are broken. JSON that is hashed is stored as canonical bytes, never as jsonb.

-- CreateTable
CREATE TABLE "teams" (
    "id" UUID NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "clusters" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "origin_cluster_id" UUID,
    "origin_position" BIGINT,

    CONSTRAINT "clusters_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cluster_heads" (
    "cluster_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "cluster_heads_pkey" PRIMARY KEY ("cluster_id")
);

-- CreateTable
CREATE TABLE "revisions" (
    "cluster_id" UUID NOT NULL,
    "revision" BIGINT NOT NULL,
    "first_position" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "principal" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "leaf_root" BYTEA NOT NULL,
    "prev_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "revisions_pkey" PRIMARY KEY ("cluster_id","revision","at")
);

-- CreateTable
CREATE TABLE "changes" (
    "cluster_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "op" TEXT NOT NULL,
    "api_version" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "uid" TEXT COLLATE "C" NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("cluster_id","position","at")
);

-- CreateTable
CREATE TABLE "namespaces" (
    "cluster_id" UUID NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "team_id" UUID NOT NULL,
    "uid" TEXT COLLATE "C" NOT NULL,
    "resource_version" BIGINT NOT NULL,
    "created_position" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "manifest" JSONB NOT NULL,

    CONSTRAINT "namespaces_pkey" PRIMARY KEY ("cluster_id","name")
);

-- CreateTable
CREATE TABLE "nodes" (
    "cluster_id" UUID NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "uid" TEXT COLLATE "C" NOT NULL,
    "resource_version" BIGINT NOT NULL,
    "created_position" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "manifest" JSONB NOT NULL,

    CONSTRAINT "nodes_pkey" PRIMARY KEY ("cluster_id","name")
);

-- CreateTable
CREATE TABLE "pods" (
    "cluster_id" UUID NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "team_id" UUID NOT NULL,
    "uid" TEXT COLLATE "C" NOT NULL,
    "resource_version" BIGINT NOT NULL,
    "created_position" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "node_name" TEXT COLLATE "C",
    "phase" TEXT NOT NULL,
    "bound_at" TIMESTAMPTZ(3),
    "priority" INTEGER NOT NULL,
    "scheduler_name" TEXT COLLATE "C" NOT NULL,
    "manifest" JSONB NOT NULL,

    CONSTRAINT "pods_pkey" PRIMARY KEY ("cluster_id","namespace","name")
);

-- CreateTable
CREATE TABLE "objects" (
    "cluster_id" UUID NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "uid" TEXT COLLATE "C" NOT NULL,
    "api_version" TEXT COLLATE "C" NOT NULL,
    "resource_version" BIGINT NOT NULL,
    "created_position" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "manifest" JSONB NOT NULL,

    CONSTRAINT "objects_pkey" PRIMARY KEY ("cluster_id","kind","namespace","name")
);

-- CreateTable
CREATE TABLE "profiles" (
    "cluster_id" UUID NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "digest" BYTEA NOT NULL,
    "config" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "profiles_pkey" PRIMARY KEY ("cluster_id","name","version")
);

-- CreateTable
CREATE TABLE "runs" (
    "cluster_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "dry_run" BOOLEAN NOT NULL,
    "base_revision" BIGINT NOT NULL,
    "revision" BIGINT,
    "profile_name" TEXT NOT NULL,
    "profile_version" INTEGER NOT NULL,
    "profile_digest" BYTEA NOT NULL,
    "tie_break" TEXT NOT NULL,
    "seed" TEXT NOT NULL,
    "preemption" TEXT NOT NULL,
    "owner" UUID NOT NULL,
    "counts" JSONB NOT NULL,
    "durations" JSONB NOT NULL,
    "parts" INTEGER NOT NULL,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "runs_pkey" PRIMARY KEY ("cluster_id","run_id")
);

-- CreateTable
CREATE TABLE "run_parts" (
    "cluster_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "part" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "base_position" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,
    "first_ordinal" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "run_parts_pkey" PRIMARY KEY ("cluster_id","run_id","part","at")
);

-- CreateTable
CREATE TABLE "decisions" (
    "cluster_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "team_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "pod_namespace" TEXT COLLATE "C" NOT NULL,
    "pod_name" TEXT COLLATE "C" NOT NULL,
    "pod_uid" TEXT COLLATE "C" NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason_code" TEXT,
    "node_name" TEXT COLLATE "C",
    "nominated_node" TEXT COLLATE "C",
    "victims" JSONB NOT NULL,
    "message" TEXT NOT NULL,
    "nodes_evaluated" INTEGER NOT NULL,
    "nodes_feasible" INTEGER NOT NULL,
    "rejections" JSONB NOT NULL,
    "best_total" BIGINT,
    "best_ties" INTEGER,
    "runner_up_node" TEXT COLLATE "C",
    "runner_up_total" BIGINT,
    "profile_digest" BYTEA,
    "seed" TEXT NOT NULL,
    "trace_digest" BYTEA,
    "trace_stored" TEXT NOT NULL,
    "trace_chunk" INTEGER,
    "trace_index" INTEGER,

    CONSTRAINT "decisions_pkey" PRIMARY KEY ("cluster_id","run_id","ordinal","at")
);

-- CreateTable
CREATE TABLE "trace_chunks" (
    "cluster_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "chunk" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "node_set" BYTEA NOT NULL,
    "count" INTEGER NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "trace_chunks_pkey" PRIMARY KEY ("cluster_id","run_id","chunk","at")
);

-- CreateTable
CREATE TABLE "dry_run_decisions" (
    "cluster_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "team_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "pod_namespace" TEXT COLLATE "C" NOT NULL,
    "pod_name" TEXT COLLATE "C" NOT NULL,
    "pod_uid" TEXT COLLATE "C" NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason_code" TEXT,
    "node_name" TEXT COLLATE "C",
    "nominated_node" TEXT COLLATE "C",
    "victims" JSONB NOT NULL,
    "message" TEXT NOT NULL,
    "nodes_evaluated" INTEGER NOT NULL,
    "nodes_feasible" INTEGER NOT NULL,
    "rejections" JSONB NOT NULL,
    "best_total" BIGINT,
    "best_ties" INTEGER,
    "runner_up_node" TEXT COLLATE "C",
    "runner_up_total" BIGINT,
    "profile_digest" BYTEA,
    "seed" TEXT NOT NULL,
    "trace_digest" BYTEA,
    "trace_stored" TEXT NOT NULL,
    "trace_chunk" INTEGER,
    "trace_index" INTEGER,

    CONSTRAINT "dry_run_decisions_pkey" PRIMARY KEY ("cluster_id","run_id","ordinal","at")
);

-- CreateTable
CREATE TABLE "dry_run_trace_chunks" (
    "cluster_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "chunk" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "node_set" BYTEA NOT NULL,
    "count" INTEGER NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "dry_run_trace_chunks_pkey" PRIMARY KEY ("cluster_id","run_id","chunk","at")
);

-- CreateTable
CREATE TABLE "node_sets" (
    "cluster_id" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "node_sets_pkey" PRIMARY KEY ("cluster_id","digest")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "team_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "outcome" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("team_id","operation","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "teams_name_key" ON "teams"("name");

-- CreateIndex
CREATE UNIQUE INDEX "clusters_team_id_name_key" ON "clusters"("team_id", "name");

-- CreateIndex
CREATE INDEX "pods_cluster_id_node_name_idx" ON "pods"("cluster_id", "node_name");

-- CreateIndex
CREATE UNIQUE INDEX "profiles_cluster_id_digest_key" ON "profiles"("cluster_id", "digest");

-- CreateIndex
CREATE INDEX "runs_expires_at_idx" ON "runs"("expires_at");

-- CreateIndex
CREATE INDEX "decisions_newest_first" ON "decisions"("cluster_id", "run_id" DESC, "ordinal");

-- CreateIndex
CREATE INDEX "decisions_by_pod" ON "decisions"("cluster_id", "pod_namespace", "pod_name", "run_id" DESC);

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- AddForeignKey
ALTER TABLE "clusters" ADD CONSTRAINT "clusters_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cluster_heads" ADD CONSTRAINT "cluster_heads_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- Compressed already: TOAST must not try again.
ALTER TABLE "trace_chunks" ALTER COLUMN "body" SET STORAGE EXTERNAL;
ALTER TABLE "dry_run_trace_chunks" ALTER COLUMN "body" SET STORAGE EXTERNAL;

-- Words that may stand in a column.
ALTER TABLE "runs" ADD CONSTRAINT "runs_state" CHECK ("state" IN ('running', 'complete', 'failed', 'cancelled'));
ALTER TABLE "changes" ADD CONSTRAINT "changes_op" CHECK ("op" IN ('create', 'update', 'bind', 'evict', 'delete'));
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_outcome"
  CHECK ("outcome" IN ('scheduled', 'unschedulable', 'nominated', 'gated', 'skipped', 'error'));

-- The team that everything belongs to until there are others.
INSERT INTO "teams" ("id", "name") VALUES ('00000000-0000-7000-8000-000000000001', 'default');

-- Roles are of the server, not of the database: another database of the same server may have made them already.
DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['berth_engine', 'berth_reader'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    IF NOT pg_has_role(current_user, role_name, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO %I', role_name, current_user);
    END IF;
  END LOOP;
END $$;

-- The engine role serves every request; history it may only read and append to.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO berth_engine, berth_reader;
GRANT INSERT ON ALL TABLES IN SCHEMA public TO berth_engine;
GRANT UPDATE ON "clusters", "cluster_heads", "namespaces", "nodes", "pods", "objects", "runs" TO berth_engine;
GRANT DELETE ON "cluster_heads", "namespaces", "nodes", "pods", "objects", "idempotency_keys",
  "dry_run_decisions", "dry_run_trace_chunks" TO berth_engine;
-- A dry run leaves nothing behind, its own row neither; the trigger below keeps every other run.
GRANT DELETE ON "runs" TO berth_engine;
REVOKE ALL ON "teams" FROM berth_engine;
GRANT SELECT ON "teams" TO berth_engine;

-- History refuses edits from everyone else too, the owner included.
CREATE FUNCTION berth_refuse_history_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

DO $$
DECLARE history text;
BEGIN
  FOREACH history IN ARRAY ARRAY['revisions', 'changes', 'profiles', 'run_parts', 'decisions', 'trace_chunks', 'node_sets'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION berth_refuse_history_edit()', history);
  END LOOP;
END $$;

CREATE FUNCTION berth_keep_committed_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.dry_run THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'run % is kept: only dry runs expire', OLD.run_id USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_committed_runs BEFORE DELETE ON "runs" FOR EACH ROW EXECUTE FUNCTION berth_keep_committed_runs();
