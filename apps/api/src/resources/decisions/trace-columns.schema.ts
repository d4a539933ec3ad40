import { z } from 'zod';

/** Whole traces, column by column. A type of its own: the same trace is served as rows too. */
export const TRACE_COLUMNS = 'application/vnd.berth.trace-columns+json';

/** What a trace as columns is asked for; the other parameters choose and order rows. */
export const traceColumnsQuery = z.strictObject({
  names: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe(
      'As columns: with the names of the nodes, where they would only be referred to by the digest of their set.',
    ),
});

const count = z.number().int();
const column = z
  .object({
    all: z.number().nullable().describe('The number that all rows have; null when they differ.'),
    values: z.array(z.number()).nullable().describe('A number for each row, in order; null when all are alike.'),
  })
  .meta({ id: 'NumberColumn', description: 'A number for each row: one that is true of all, or one for each.' });
const scored = 'of rows where the pod fits; `values` has 0 for the others.';

export const traceColumnsSchema = z
  .object({
    decision: z.string().describe('`<run>.<ordinal>`'),
    nodeSet: z
      .object({
        digest: z.string().describe('SHA-256, hexadecimal: node-sets/{digest} has the nodes.'),
        count: count.describe('How many nodes.'),
        names: z.array(z.string()).optional().describe('With `names=true`: their names, by row.'),
      })
      .describe('The nodes: row i is the i-th of them.'),
    rows: z
      .array(count)
      .nullable()
      .describe('Of a trace that was kept in part: which rows of the node set the columns are about. Null: all.'),
    statuses: z
      .array(z.object({ plugin: z.string().nullable(), code: z.string(), reasons: z.array(z.string()) }))
      .describe('The distinct verdicts; in columns they are numbers, from 1.'),
    own: column.describe("kube-scheduler's own answer: 0 where the pod fits, else the place of the status, from 1."),
    filters: z
      .array(
        z.object({ plugin: z.string(), verdicts: column.describe('0 where it passes, run alone; else a status.') }),
      )
      .describe('The filters of the profile, in order.'),
    scores: z
      .array(
        z.object({
          plugin: z.string(),
          weight: count,
          raw: column.describe(`Before normalising, ${scored}`),
          normalized: column.describe(`After normalising, 0 to 100, ${scored}`),
        }),
      )
      .describe('The score plugins that ran, in order; none when no node fits.'),
    totals: z
      .array(count.nullable())
      .describe('Sums of the normalised scores times their weights; null where the pod does not fit.'),
  })
  .meta({
    id: 'TraceColumns',
    description: 'A whole trace, column by column: the i-th number of each column is about the i-th row.',
  });

export const failingSetsQuery = z.strictObject({
  by: z
    .enum(['plugin', 'reason'])
    .default('plugin')
    .describe('What nodes are told apart by: the plugins that fail, or these with all reasons that they give.'),
});

export const failingSetsSchema = z
  .object({
    items: z.array(
      z.object({
        feasible: z.boolean().describe('Whether the pod fits there; of one set at most.'),
        plugins: z
          .array(z.string())
          .describe(
            'The plugins that fail, by name; none where the pod fits, and where PreFilter left the nodes out and ' +
              'kube-scheduler names no plugin.',
          ),
        reasons: z.array(z.string()).nullable().describe('By reason: all that is said there; null by plugin.'),
        nodes: count.describe('How many nodes. A node is in one set: together they are all that were evaluated.'),
      }),
    ),
  })
  .meta({ id: 'FailingSets', description: 'Nodes by what fails there, the most frequent first.' });

export const nodeSetSchema = z
  .object({
    digest: z.string().describe('SHA-256 over the canonical list of names and uids, hexadecimal.'),
    names: z.array(z.string()).describe('By row.'),
    uids: z.array(z.string()).describe('By row.'),
  })
  .meta({ id: 'NodeSet', description: 'The nodes of a snapshot, in the order of its rows.' });
