-- What admission made of what was sent. Nobody looked at the changes that are there already: they have none, and their
-- hashes stay what they are.
ALTER TABLE "changes" ADD COLUMN "admission" bytea;
