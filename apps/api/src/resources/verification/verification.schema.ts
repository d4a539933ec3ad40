import { z } from 'zod';
import { wait } from '../operations/index.js';

const count = z.number().int();

export const verificationBody = z
  .strictObject({
    cluster: z
      .string()
      .min(1)
      .optional()
      .describe('Only this cluster, by id or name; all of the team, deleted ones too, when it is not given.'),
    wait,
  })
  .meta({ id: 'VerificationRequest', description: 'What to verify.' });

const violation = z
  .object({
    cluster: z.uuid().optional(),
    revision: z.string().optional(),
    position: z.string().optional(),
    run: z.uuid().optional(),
    ordinal: count.optional(),
    table: z.string().optional().describe('The table whose rows say it; where it cannot be known which of two, both.'),
    message: z.string(),
  })
  .meta({ id: 'Violation', description: 'Something that does not hold, and where, as near as can be known.' });

const notChecked = z
  .object({
    table: z.string(),
    columns: z.array(z.string()).describe('Columns whose edits are not found; `*` stands for all of the table.'),
    rows: z.array(z.enum(['gone', 'added'])).describe('Rows that are not missed.'),
    only: z.string().optional().describe('Only of these rows; of all where nothing is said.'),
    why: z.string(),
  })
  .meta({
    id: 'NotChecked',
    description: 'Something in the tables that is not found, or not always, when somebody edits it.',
  });

export const verificationSchema = z
  .object({
    holds: z.boolean(),
    checks: z.array(
      z.object({
        name: z.string(),
        holds: z.boolean(),
        checked: count.describe('Rows that were looked at.'),
        notCheckable: count.describe(
          'Of these, rows with nothing that they could be compared with, such as traces that were not kept whole.',
        ),
        violationCount: count,
        violations: z.array(violation).describe('The first hundred.'),
      }),
    ),
    keyChanges: z
      .array(
        z.object({
          cluster: z.uuid(),
          revision: z.string().describe('The revision that says so.'),
          at: z.string(),
          before: z.string().describe('The id of the key that signed before, hexadecimal.'),
          after: z.string().describe('The id of the key that signs since then, hexadecimal.'),
        }),
      )
      .describe('Where another key began to sign, as the logs say.'),
    notChecked: z.array(notChecked).describe('What the checks do not prove.'),
    clusters: count,
    revisions: count,
    changes: count,
    decisions: count,
    durationMs: count,
  })
  .meta({ id: 'Verification', description: 'What holds in the database, check by check, and where it does not.' });
