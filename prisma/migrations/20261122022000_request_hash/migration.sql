-- Who sends one request id with everything makes each write look through all entries of a hash index that are before it. In a tree equal
-- hashes lie in the order of their rows, and an entry takes no more than there.
DROP INDEX "revisions_by_request";
CREATE INDEX "revisions_by_request" ON "revisions"(hashtext("request_id"));
