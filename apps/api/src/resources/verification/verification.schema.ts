import { z } from 'zod';
import { wait } from '../operations/index.js';

const count = z.number().int();

export const verificationBody = z
  .strictObject({
    cluster: z
      .string()
      .min(1)
      .optional()
      .describe('Only this cluster, by id or name. Default: all clusters of the team, including deleted ones.'),
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
    table: z.string().optional().describe('The table that contains the violation; if it may be either of two, both.'),
    message: z.string(),
  })
  .meta({ id: 'Violation', description: 'A violation, located as closely as possible.' });

const notChecked = z
  .object({
    table: z.string(),
    columns: z.array(z.string()).describe('Columns whose edits are not found; `*`: all columns of the table.'),
    rows: z
      .array(z.enum(['gone', 'added']))
      .describe('Row changes that are not found: removed rows (`gone`), added rows (`added`), both or none.'),
    only: z.string().optional().describe('Only these rows. Default: all rows.'),
    why: z.string(),
  })
  .meta({ id: 'NotChecked', description: 'Edits of the tables that verification does not find, or not always.' });

export const verificationSchema = z
  .object({
    holds: z.boolean(),
    checks: z.array(
      z.object({
        name: z.string(),
        holds: z.boolean(),
        checked: count.describe('Number of rows checked.'),
        notCheckable: count.describe(
          'Of these, rows that could not be compared with anything, such as traces that are not stored whole.',
        ),
        violationCount: count,
        violations: z.array(violation).describe('The first hundred.'),
      }),
    ),
    keyChanges: z
      .array(
        z.object({
          cluster: z.uuid(),
          revision: z.string().describe('The revision that records it.'),
          at: z.string(),
          before: z.string().describe('The id of the previous signing key, hexadecimal.'),
          after: z.string().describe('The id of the new signing key, hexadecimal.'),
        }),
      )
      .describe('Changes of the signing key, as recorded in the logs.'),
    notChecked: z.array(notChecked).describe('What the checks do not prove.'),
    clusters: count,
    revisions: count,
    changes: count,
    decisions: count,
    durationMs: count,
  })
  .meta({ id: 'Verification', description: 'The results of verification, check by check.' });
