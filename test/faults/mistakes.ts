import type { FindingKind } from './finding.js';
import type { Edit } from './planted.js';

/** Mistakes, and what of the campaign notices them. */
export const MISTAKES: readonly (readonly [
  what: string,
  noticed: FindingKind,
  faults: readonly string[],
  edits: readonly Edit[],
])[] = [
  [
    'a write is acknowledged before it is committed',
    'lost',
    ['service.kill', 'network.cut'],
    [
      {
        file: 'libs/database/src/transaction/open-transaction.js',
        from: `const { command } = await this.#send(() => this.client.query('COMMIT'));`,
        to: `if (!this.#pipelined) {
            for (const late of ['SELECT pg_sleep(0.2)', 'COMMIT']) this.client.query(late).catch(() => undefined);
            this.committed = true;
            return;
          }
          const { command } = await this.#send(() => this.client.query('COMMIT'));`,
      },
    ],
  ],
  [
    'who lost a race does not notice it',
    'I5: chain, tree or sequence broken',
    ['connections.one'],
    [
      {
        file: 'libs/writes/src/changes/cluster-head.store.js',
        from: 'WHERE cluster_id = $1 AND position = $2::bigint - 1 AND revision = $3::bigint - 1 RETURNING',
        to: 'WHERE cluster_id = $1 RETURNING',
      },
      {
        file: 'libs/writes/src/changes/cluster-head.store.js',
        from: 'return position === from.position && revision === from.revision;',
        to: 'return true;',
      },
    ],
  ],
  [
    'the follower of budgets is left out',
    'follower',
    ['connections.one'],
    [
      {
        file: 'libs/writes/src/followers/index.js',
        from: 'const FOLLOWERS = [namespaces, garbage, budgets, quotas];',
        to: 'const FOLLOWERS = [namespaces, garbage, quotas];',
      },
    ],
  ],
  [
    'the follower of quotas is left out',
    'follower',
    ['connections.one'],
    [
      {
        file: 'libs/writes/src/followers/index.js',
        from: 'const FOLLOWERS = [namespaces, garbage, budgets, quotas];',
        to: 'const FOLLOWERS = [namespaces, garbage, budgets];',
      },
    ],
  ],
  [
    'decisions are stored with the digest of another trace',
    'verify --all',
    ['connections.one'],
    [
      {
        file: 'libs/scheduling/src/runs/decide/part-traces.js',
        from: 'return { digest, stored,',
        to: 'this.firstDigest ??= digest; return { digest: this.firstDigest, stored,',
      },
    ],
  ],
  [
    'decisions are answered with a digest that they do not have',
    'digest',
    ['connections.one'],
    [
      {
        file: 'libs/audit/src/decisions/decision-row.queries.js',
        from: "traceDigest: row.trace_digest?.toString('hex') ?? null",
        to: "traceDigest: row.trace_digest?.toString('hex').replace(/^../, '00') ?? null",
      },
    ],
  ],
  [
    'a pod may be bound again',
    'I2: a pod is bound twice',
    ['connections.one'],
    [
      {
        file: 'libs/cluster/src/pods/binding.service.js',
        from: 'if (nodeName !== undefined)',
        to: 'if (nodeName === null)',
      },
    ],
  ],
];
