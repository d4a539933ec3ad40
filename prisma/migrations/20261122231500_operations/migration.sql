-- What takes long is there before it has ended: verification, replays, exports.

-- CreateTable
CREATE TABLE "operations" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "cluster_id" UUID,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "request" JSON NOT NULL,
    "done" BIGINT NOT NULL,
    "total" BIGINT NOT NULL,
    "unit" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "result" JSON,
    "failure" JSON,
    "owner" UUID NOT NULL,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "operations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "operations_team_id_id_idx" ON "operations"("team_id", "id");

-- CreateIndex
CREATE INDEX "operations_state_owner_idx" ON "operations"("state", "owner");

-- CreateIndex
CREATE INDEX "operations_expires_at_idx" ON "operations"("expires_at");

ALTER TABLE "operations" ADD CONSTRAINT "operations_kind_check" CHECK ("kind" IN ('verification', 'replay', 'export'));
ALTER TABLE "operations" ADD CONSTRAINT "operations_state_check"
  CHECK ("state" IN ('queued', 'running', 'succeeded', 'failed', 'cancelled'));

-- They are about what is stored, and no part of it: they come and go.
GRANT SELECT ON "operations" TO berth_engine, berth_reader;
GRANT INSERT, UPDATE, DELETE ON "operations" TO berth_engine;
