-- Files that all processes see, such as exports, where no folder or bucket is set for them. A file is there when it is
-- completed; the last one of a name that is completed is that file.

-- CreateTable
CREATE TABLE "stored_files" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "stored_files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stored_file_chunks" (
    "file_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "stored_file_chunks_pkey" PRIMARY KEY ("file_id", "number")
);

-- CreateIndex
CREATE INDEX "stored_files_name_idx" ON "stored_files"("name");

-- AddForeignKey
ALTER TABLE "stored_file_chunks" ADD CONSTRAINT "stored_file_chunks_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "stored_files"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What is stored is compressed already.
ALTER TABLE "stored_file_chunks" ALTER COLUMN "content" SET STORAGE EXTERNAL;

-- Files have no team: only the service itself reads them, and decides who receives them.
GRANT SELECT, INSERT, UPDATE, DELETE ON "stored_files", "stored_file_chunks" TO berth_engine;
