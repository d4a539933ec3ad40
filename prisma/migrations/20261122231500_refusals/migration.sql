-- Objects that admission forbade, so that somebody can be asked about what is not there. They are no history: nothing of
-- them is hashed, and housekeeping removes them.

-- CreateTable
CREATE TABLE "refusals" (
    "cluster_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT COLLATE "C" NOT NULL,
    "principal" TEXT COLLATE "C" NOT NULL,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "client" TEXT COLLATE "C" NOT NULL,
    "operation" TEXT COLLATE "C" NOT NULL,
    "api_version" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "code" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C" NOT NULL,
    "message" TEXT NOT NULL,

    CONSTRAINT "refusals_pkey" PRIMARY KEY ("cluster_id","id")
);

GRANT SELECT ON "refusals" TO berth_engine, berth_reader;
GRANT INSERT, DELETE ON "refusals" TO berth_engine;
