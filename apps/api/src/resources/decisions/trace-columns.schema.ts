import { Float, ID } from '@nestjs/graphql';
import { z } from 'zod';
import { objectType, shown, words } from '../../ground/graphql/index.js';
import { traceStatus } from './decision.schema.js';

/** Whole traces, column by column. A type of its own: the same trace is served as rows too. */
export const TRACE_COLUMNS = 'application/vnd.berth.trace-columns+json';

/** What a trace as columns is asked for; the other parameters choose and order rows. */
export const traceColumnsQuery = z.strictObject({
  names: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('As columns: includes the names of the nodes, not only the digest of the node set.'),
});

const count = z.number().int();
const column = z
  .object({
    all: z.number().nullable().describe('The number of all rows; null if rows differ.'),
    values: z.array(z.number()).nullable().describe('The numbers in the order of the rows; null if all are equal.'),
  })
  .meta({
    id: 'NumberColumn',
    description: 'A number for each row: one that applies to all rows, or one for each row.',
  });
const scored = 'of rows in which the pod fits; `values` has 0 for the others.';

const nodeSet = objectType('NodeSet', 'The nodes of a snapshot, in the order of its rows. Never changes.', {
  digest: shown(
    z
      .string()
      .describe('SHA-256 over the names and uids of the nodes, hexadecimal, which `…/node-sets/{digest}` returns.'),
    { type: () => ID },
  ),
  count: count.describe('Number of nodes.'),
  names: shown(z.array(z.string()).optional().describe('With `names=true`: the names, by row.'), {
    absent: [],
    description: 'The names, by row.',
  }),
});

const filterColumn = objectType('FilterColumn', 'The status of one filter in every row.', {
  plugin: z.string().describe('The filter.'),
  verdicts: column.describe(
    'The status of the filter run alone: 0 if it passes, otherwise the index of the status in `statuses`, ' + 'from 1.',
  ),
});

const scoreColumn = objectType(
  'ScoreColumn',
  'The score of one score plugin in every row; `values` has 0 for nodes on which the pod does not fit.',
  {
    plugin: z.string().describe('The plugin.'),
    weight: count.describe('The weight of the normalized scores.'),
    raw: column.describe(`Before normalization, ${scored}`),
    normalized: column.describe(`After normalization, 0 to 100, ${scored}`),
  },
);

export const traceColumnsSchema = z
  .object({
    decision: shown(z.string().describe('`<run>.<ordinal>`'), { hidden: true }),
    nodeSet: nodeSet.describe('The nodes: row i is node i.'),
    rows: z
      .array(count)
      .nullable()
      .describe('If the trace is stored in part: the rows of the node set that the columns contain. Null: all rows.'),
    statuses: z.array(traceStatus).describe('The distinct statuses; columns refer to them by index, from 1.'),
    own: column.describe(
      'The status that kube-scheduler reports: 0 if the pod fits, otherwise the index of the status, from ' + '1.',
    ),
    filters: z.array(filterColumn).describe('The filters of the profile, in order.'),
    scores: z.array(scoreColumn).describe('The score plugins that ran, in order; empty if no node is feasible.'),
    totals: shown(
      z.array(count.nullable()).describe('Sums of the weighted normalized scores; null if the pod does not fit.'),
      { type: () => [Float], nullable: 'items' },
    ),
  })
  .meta({ id: 'TraceColumns', description: 'A whole trace as columns: number i of each column is about row i.' });

export const failingSetBy = words('FailingSetBy', 'Which nodes belong to the same set.', {
  plugin: 'Nodes with the same failing plugins.',
  reason: 'Nodes with the same failing plugins and reasons.',
});

export const failingSetsQuery = z.strictObject({
  by: failingSetBy
    .default('plugin')
    .describe(
      'Which nodes belong to the same set: those with the same failing plugins, or with the same failing ' +
        'plugins and reasons.',
    ),
});

export const failingSet = objectType(
  'FailingSet',
  'Nodes on which the same plugins fail. Each evaluated node is in exactly one set.',
  {
    feasible: z.boolean().describe('Whether the pod fits; true for at most one set.'),
    plugins: z
      .array(z.string())
      .describe(
        'The failing plugins, by name; empty if the pod fits, or if PreFilter excluded the nodes and ' +
          'kube-scheduler names no plugin.',
      ),
    reasons: z
      .array(z.string())
      .nullable()
      .describe('With `reason`: the reasons as reported by kube-scheduler, in byte order; null otherwise.'),
    nodes: count.describe('Number of nodes. Each evaluated node is in exactly one set.'),
  },
);

export const failingSetsSchema = z
  .object({ items: z.array(failingSet) })
  .meta({ id: 'FailingSets', description: 'Sets of nodes by what fails on them, the most frequent first.' });

export const nodeSetSchema = z
  .object({
    digest: z.string().describe('SHA-256 over the canonical list of names and uids, hexadecimal.'),
    names: z.array(z.string()).describe('By row.'),
    uids: z.array(z.string()).describe('By row.'),
  })
  .meta({ id: 'NodeSet', description: 'The nodes of a snapshot, in the order of its rows.' });
