-- Revisions are found by who wrote them. Whoever does not say who it is stands in no index of actors: such a write costs nothing here.
CREATE INDEX "revisions_by_actor" ON "revisions"("cluster_id", "actor", "revision") WHERE "actor" <> 'anonymous';

-- One request writes few revisions, so that the hash of its id is enough: 4 bytes of an entry, where the id itself has 36.
CREATE INDEX "revisions_by_request" ON "revisions" USING HASH ("request_id");
