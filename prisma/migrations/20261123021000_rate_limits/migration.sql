-- How often keys and teams have asked in the present window, for all processes together. Not logged: after a crash of the
-- server everybody begins again, which is cheaper than a write to disk for each count.

-- CreateTable
CREATE UNLOGGED TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "rate_limits" TO berth_engine;
