import { z } from 'zod';
import { component, objectType } from '../../ground/graphql/index.js';
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

const violation = component('Violation', 'A violation, located as closely as possible.', {
  cluster: z.uuid().optional().describe('Plain id of the cluster.'),
  revision: z.string().optional().describe('The revision.'),
  position: z.string().optional().describe('The position in the log.'),
  run: z.uuid().optional().describe('Plain id of the run.'),
  ordinal: count.optional().describe('Ordinal of the decision in the run.'),
  table: z.string().optional().describe('The table that contains the violation; if it may be either of two, both.'),
  message: z.string().describe('The violation.'),
});

const notChecked = component('NotChecked', 'Edits of the tables that verification does not find, or not always.', {
  table: z.string().describe('The table.'),
  columns: z.array(z.string()).describe('Columns whose edits are not found; `*`: all columns of the table.'),
  rows: z
    .array(z.enum(['gone', 'added']))
    .describe('Row changes that are not found: removed rows (`gone`), added rows (`added`), both or none.'),
  only: z.string().optional().describe('Only these rows. Default: all rows.'),
  why: z.string().describe('Why it cannot be verified.'),
});

const check = objectType('CheckResult', 'The result of one check.', {
  name: z.string().describe('What is checked, as a sentence.'),
  holds: z.boolean().describe('Whether no violation was found.'),
  checked: count.describe('Number of rows checked.'),
  notCheckable: count.describe(
    'Of these, rows that could not be compared with anything, such as traces that are not stored whole.',
  ),
  violationCount: count.describe('Number of violations.'),
  violations: z.array(violation).describe('The first hundred violations.'),
});

const keyChange = objectType('SigningKeyChange', 'A change of the signing key, as recorded in the log of a cluster.', {
  cluster: z.uuid().describe('Plain id of the cluster.'),
  revision: z.string().describe('The revision that records it.'),
  at: z.string().describe('Time of the change, RFC 3339 UTC.'),
  before: z.string().describe('The id of the previous signing key, hexadecimal.'),
  after: z.string().describe('The id of the new signing key, hexadecimal.'),
});

export const verificationSchema = component('Verification', 'The results of verification, check by check.', {
  holds: z.boolean().describe('Whether all checks found no violation.'),
  checks: z.array(check).describe('The seven checks.'),
  keyChanges: z.array(keyChange).describe('Changes of the signing key, as recorded in the logs.'),
  notChecked: z.array(notChecked).describe('What the checks do not prove.'),
  clusters: count.describe('Number of clusters read.'),
  revisions: count.describe('Number of revisions read.'),
  changes: count.describe('Number of changes read.'),
  decisions: count.describe('Number of decisions read.'),
  durationMs: count.describe('Duration in milliseconds.'),
});
