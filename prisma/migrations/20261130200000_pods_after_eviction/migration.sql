-- The shape of a pod says what becomes of the pod if it is evicted: that it stays with its node (a pod of a DaemonSet, a static pod), or
-- that no controller creates it again. The shapes of other pods are unchanged.

UPDATE "pods" SET "shape" = '{"metadata":{"ownerReferences":' || CASE WHEN "becomes" = 'stays' THEN '[{"kind":"DaemonSet","controller":true}]' ELSE '[]' END
  || CASE WHEN substr("shape", 14, 1) = '}' THEN '' ELSE ',' END || substr("shape", 14)
FROM (
  SELECT "cluster_id" AS "of_cluster", "namespace" AS "of_namespace", "name" AS "of_name", CASE
      WHEN "manifest" @> '{"metadata":{"ownerReferences":[{"kind":"DaemonSet","controller":true}]}}'
        OR "manifest" #> '{metadata,annotations,kubernetes.io/config.mirror}' IS NOT NULL THEN 'stays'
      WHEN NOT "manifest" @> '{"metadata":{"ownerReferences":[{"controller":true}]}}' THEN 'lost'
    END AS "becomes"
  FROM "pods" WHERE "shape" IS NOT NULL
) AS "owned"
WHERE "becomes" IS NOT NULL AND "cluster_id" = "of_cluster" AND "namespace" = "of_namespace" AND "name" = "of_name";
