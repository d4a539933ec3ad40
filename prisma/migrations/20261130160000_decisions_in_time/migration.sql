-- Rows lie in the order of their times: the decisions of a period are found without an entry for each.

-- CreateIndex
CREATE INDEX "decisions_in_time" ON "decisions" USING brin ("at") WITH (pages_per_range = 16, autosummarize = on);
