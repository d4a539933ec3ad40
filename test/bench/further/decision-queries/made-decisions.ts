import type pg from 'pg';
import { Dice } from '../../../oracle/generator/dice.js';

/** What the log of a cluster is filled with. */
export interface MadeDecisions {
  readonly clusterId: string;
  readonly decisions: number;
  readonly nodes: number;
}

/** Days that the decisions are spread over. */
export const DAYS = 35;

export const NAMESPACES = 100;
export const PROFILES = ['default', 'packing', 'batch'];
export const PLUGINS = [
  'NodeResourcesFit',
  'TaintToleration',
  'NodeAffinity',
  'PodTopologySpread',
  'InterPodAffinity',
  'NodeUnschedulable',
  'NodePorts',
  'VolumeBinding',
];
/** Label keys with how many values each: 200 labels. */
export const LABELS: Readonly<Record<string, number>> = { app: 60, team: 20, version: 100, tier: 20 };

/** A pod is decided so many times. */
const TIMES = 20;
/** Of a thousand decisions so many are runs of one pod; the rest is one run. */
const SINGLE = 100;
const STEP = 200_000;

interface MadeRejection {
  readonly plugin: string;
  readonly code: string;
  readonly reason: string;
  readonly nodes: { readonly first: number; readonly any: number; readonly sole: number };
}

/** 30 reasons of the plugins. */
export const REASONS: readonly (readonly [plugin: string, reason: string])[] = [
  ...['cpu', 'memory', 'ephemeral-storage', 'nvidia.com/gpu', 'hugepages-2Mi'].map(
    (resource) => ['NodeResourcesFit', `Insufficient ${resource}`] as const,
  ),
  ['NodeResourcesFit', 'Too many pods'],
  ...Array.from(
    { length: 16 },
    (_, index) => ['TaintToleration', `node(s) had untolerated taint {dedicated: pool-${index}}`] as const,
  ),
  ['NodeAffinity', "node(s) didn't match Pod's node affinity/selector"],
  ['PodTopologySpread', "node(s) didn't match pod topology spread constraints"],
  ['PodTopologySpread', "node(s) didn't match pod topology spread constraints (missing required label)"],
  ['InterPodAffinity', "node(s) didn't match pod affinity rules"],
  ['InterPodAffinity', "node(s) didn't match pod anti-affinity rules"],
  ['NodeUnschedulable', 'node(s) were unschedulable'],
  ['NodePorts', "node(s) didn't have free ports for the requested pod ports"],
  ['VolumeBinding', 'node(s) had volume node affinity conflict'],
];

/**
 * Writes revisions, parts, decisions and pods as rows, as far as searches and sums read them. The cluster's head moves
 * last: until then nothing is indexed.
 */
export async function makeDecisions(
  client: pg.Client,
  made: MadeDecisions,
  progress: (done: number) => void,
): Promise<void> {
  const { clusterId, decisions, nodes } = made;
  await client.query('SET synchronous_commit = off');
  await client.query('CREATE SCHEMA bench');
  await client.query('CREATE TABLE bench.rejected (id int PRIMARY KEY, rejections jsonb NOT NULL)');
  const rejected = rejections(nodes);
  await client.query('INSERT INTO bench.rejected SELECT n - 1, r FROM unnest($1::jsonb[]) WITH ORDINALITY AS t(r, n)', [
    rejected.map((one) => JSON.stringify(one)),
  ]);
  for (const name of PROFILES)
    await client.query("INSERT INTO profiles SELECT $1, $2, 1, sha256(convert_to($2, 'UTF8')), '{}', now()", [
      clusterId,
      name,
    ]);
  await client.query(FUNCTIONS);
  const pods = Math.ceil(decisions / TIMES);
  for (let first = 0; first < pods; first += STEP)
    await client.query(PODS, [clusterId, first, Math.min(pods, first + STEP) - 1]);
  const begin = Date.now() - DAYS * 86_400_000;
  for (let first = 0; first < decisions; first += STEP) {
    const values = [clusterId, first, Math.min(decisions, first + STEP) - 1, begin, (DAYS * 86_400_000) / decisions];
    await client.query(PARTS, values);
    await client.query(DECISIONS, [...values, pods, nodes]);
    progress(first);
  }
  await client.query(
    `INSERT INTO revisions SELECT cluster_id, revision, revision, 0, at, '', '', '', '', '', '', '', '' FROM run_parts
     WHERE cluster_id = $1`,
    [clusterId],
  );
  await client.query('ANALYZE');
  await client.query(
    `UPDATE cluster_heads SET revision = (SELECT max(revision) FROM run_parts WHERE cluster_id = $1)
     WHERE cluster_id = $1`,
    [clusterId],
  );
}

/**
 * Lists of rejections that decisions have: 0 to 199 of pods that fit nowhere, 200 to 239 of pods
 * that were placed all the same.
 */
function rejections(nodes: number): MadeRejection[][] {
  const dice = new Dice(1);
  return Array.from({ length: 240 }, (_, index) => {
    const some = dice.some(REASONS, index < 200 ? 1 : 0, index < 200 ? 4 : 2);
    return some.map(([plugin, reason]) => {
      const any = dice.between(1, Math.ceil(nodes / (index < 200 ? 1 : 10)));
      const first = dice.between(0, any);
      return {
        plugin,
        code: 'Unschedulable',
        reason,
        nodes: { first, any, sole: dice.chance(0.3) ? dice.between(0, first) : 0 },
      };
    });
  });
}

/**
 * Dice by number, and what follows from the number of a pod and of a decision. The lower namespaces have
 * more pods than the higher.
 */
const FUNCTIONS = `
  CREATE FUNCTION bench.roll(n bigint, seed int, sides int) RETURNS int LANGUAGE sql IMMUTABLE
  AS 'SELECT ((hashint8extended(n, seed) & 2147483647) % sides)::int';
  CREATE FUNCTION bench.namespace(pod bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'ns-' || floor(${NAMESPACES} * power(bench.roll(pod, 1, 1000000) / 1e6, 1.5))::int $$;
  CREATE FUNCTION bench.uid(pod bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT md5(pod::text)::uuid::text $$;
  CREATE FUNCTION bench.revision(n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
  AS 'SELECT n / 1000 * ${SINGLE + 1} + least(n % 1000, ${SINGLE}) + 1';
  CREATE FUNCTION bench.part_first(n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
  AS 'SELECT n / 1000 * 1000 + least(n % 1000, ${SINGLE})';
  CREATE FUNCTION bench.at(n bigint, begin_ms float8, step_ms float8) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
    $$ SELECT date_trunc('milliseconds', to_timestamp((begin_ms + bench.part_first(n) * step_ms) / 1000)) $$;
  CREATE FUNCTION bench.run(n bigint, begin_ms float8, step_ms float8) RETURNS uuid LANGUAGE sql IMMUTABLE AS
    $$ SELECT (lpad(to_hex((begin_ms + bench.part_first(n) * step_ms)::bigint), 12, '0') || '70008000' ||
      lpad(to_hex(bench.revision(n)), 12, '0'))::uuid $$;`;

const PODS = `INSERT INTO pods (cluster_id, namespace, name, team_id, uid, resource_version, created_position,
    created_at, phase, priority, scheduler_name, manifest)
  SELECT $1, bench.namespace(p), 'pod-' || p, '00000000-0000-7000-8000-000000000001', bench.uid(p), 1, 1, now(),
    'Running', 0, 'default-scheduler', jsonb_build_object('metadata',
    jsonb_build_object('name', 'pod-' || p, 'namespace', bench.namespace(p), 'uid', bench.uid(p), 'labels',
      jsonb_build_object(
      ${Object.entries(LABELS)
        .map(([key, values], index) => `'${key}', '${key}-' || bench.roll(p, ${index + 10}, ${values})`)
        .join(', ')})))
  FROM generate_series($2::bigint, $3::bigint) AS p`;

const PARTS = `INSERT INTO run_parts (cluster_id, run_id, part, at, base_position, revision, first_ordinal, count)
  SELECT $1, bench.run(n, $4, $5), 0, bench.at(n, $4, $5), 0, bench.revision(n), 0, CASE WHEN n % 1000 <
    ${SINGLE} THEN 1 ELSE least(${1000 - SINGLE}, $3 - n + 1) END
  FROM generate_series($2::bigint, $3::bigint) AS n WHERE n % 1000 <= ${SINGLE}`;

/** A tenth fits nowhere. */
const DECISIONS = `INSERT INTO decisions (cluster_id, run_id, ordinal, at, team_id, attempt, pod_namespace, pod_name,
    pod_uid, outcome, node_name, victims, message,
    nodes_evaluated, nodes_feasible, rejections, best_total, best_ties, profile_digest, seed, trace_digest,
    trace_stored, trace_chunk, trace_index, pod_created_at)
  SELECT $1, run, n - bench.part_first(n), at, '00000000-0000-7000-8000-000000000001', 1, bench.namespace(pod),
    'pod-' || pod, bench.uid(pod),
    CASE WHEN fails THEN 'unschedulable' ELSE 'scheduled' END, CASE WHEN NOT fails THEN 'node-' || bench.roll(n, 3,
      $7) END, '[]',
    CASE WHEN fails THEN '0/${5000} nodes are available: ' || (r.rejections -> 0 ->> 'reason') ||
    '. preemption: 0/5000 nodes are available: 5000 No preemption victims found.' ELSE '' END,
    $7, CASE WHEN fails THEN 0 ELSE bench.roll(n, 4, $7) END, r.rejections, CASE WHEN NOT fails THEN bench.roll(n, 5,
      900) END, CASE WHEN NOT fails THEN 1 END,
    p.digest, '0', sha256(int8send(n)), 'full', 0, (n % 1000)::int, date_trunc('seconds',
      at - -ln((1 + bench.roll(n, 6, 999999)) / 1e6) * interval '60 seconds')
  FROM (SELECT n, bench.roll(n, 1, $6) AS pod, bench.roll(n, 2, 10) = 0 AS fails, bench.run(n, $4, $5) AS run,
    bench.at(n, $4, $5) AS at
        FROM generate_series($2::bigint, $3::bigint) AS n) d
  JOIN bench.rejected r ON r.id = CASE WHEN fails THEN bench.roll(n, 7, 200) ELSE 200 + bench.roll(n, 7, 40) END
  JOIN profiles p ON p.cluster_id = $1 AND p.name = (ARRAY['default', 'default', 'default', 'packing', 'batch'])[1 +
    bench.roll(n, 8, 5)]`;
