import { z } from 'zod';
import { time } from '../../ground/http/index.js';
import { wait } from '../operations/index.js';

const selection = z.strictObject({
  run: z.uuid().optional().describe('Only this run. Required to replay a dry run.'),
  part: z.number().int().min(0).optional().describe('Only this part of the run, from 0.'),
  decision: z.string().optional().describe('Only this decision: `<run>.<ordinal>`.'),
  from: time.optional().describe('Only parts committed at or after this time.'),
  until: time.optional().describe('Only parts committed before this time.'),
});

function refuseContradictions(
  { run, part, decision, from, until }: z.output<typeof selection>,
  context: z.RefinementCtx,
): void {
  const forbid = (field: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [field], message });
  };
  if (part !== undefined && run === undefined) forbid('part', 'requires a run');
  if (decision !== undefined && run !== undefined) forbid('run', 'cannot be set together with decision');
  if (decision === undefined && run === undefined) return;
  for (const [field, given] of [
    ['from', from],
    ['until', until],
  ] as const)
    if (given !== undefined) forbid(field, 'cannot be set together with run or decision');
}

/** Which decisions to make again. */
export const replaySelection = selection.superRefine(refuseContradictions);

/** The body of a replay. */
export const replayBody = selection
  .extend({ wait })
  .superRefine(refuseContradictions)
  .meta({ id: 'ReplayInput', description: 'Which decisions are repeated. Default: all decisions in the log.' });

const count = z.number().int();
const anything = z.unknown();

const otherSource = z.object({
  name: z.string(),
  digest: z.string().describe('SHA-256 over its source, hexadecimal.'),
  present: z
    .string()
    .nullable()
    .describe("The version of the plugin's present source; null if the plugin is not installed."),
});

const located = z.object({
  what: z
    .enum(['nodes', 'filters', 'verdict', 'status', 'scores', 'raw', 'normalized'])
    .describe(
      'nodes: a node is in one of the two only; filters, scores: different plugins ran, or with different ' +
        'weights; verdict: of a filter; status: reported for a node; raw, normalized: a score.',
    ),
  plugin: z.string().nullable(),
  node: z.string().nullable(),
  recorded: anything.describe('A status, null if the node passes; or a score.'),
  replayed: anything,
});

const difference = z.object({
  decision: z.string(),
  run: z.uuid(),
  part: count,
  pod: z
    .object({ namespace: z.string(), name: z.string(), uid: z.string() })
    .nullable()
    .describe('Null if the record does not contain it.'),
  field: z
    .string()
    .describe(
      'The first field of the decision that differs; `decision`: one of the two is missing; `trace`: only ' +
        'the stored trace differs.',
    ),
  recorded: anything,
  replayed: anything,
  trace: located
    .nullable()
    .describe('The first difference of the trace; null if there is none, or too little of the trace is stored.'),
  compared: z.enum(['full', 'partial', 'none']).describe('How much of the stored trace could be compared.'),
  follows: z.string().nullable().describe('The first decision of the part that differs, if that is an earlier one.'),
  engine: z
    .object({
      digest: z.string(),
      version: z.string().nullable(),
      isPresent: z
        .boolean()
        .describe('Whether the present build made the decision, with the present plugins of the operator.'),
      plugins: z.array(otherSource).describe("The operator's plugins whose source has changed since the decision."),
    })
    .nullable()
    .describe('The code that made the decision; null if it is unknown, or no profile was used.'),
  message: z.string().describe('The summary, as a sentence.'),
});

export const replayReport = z
  .object({
    decisions: count.describe('The sum of the next three.'),
    identical: count,
    different: count,
    notComparable: count,
    parts: count,
    differences: z.array(difference).describe('The first hundred.'),
    notCompared: z
      .array(z.object({ run: z.uuid(), part: count, decisions: count, reason: z.string() }))
      .describe('The first hundred parts of which too little is stored.'),
    durationMs: count,
    decisionsPerSecond: count,
  })
  .meta({ id: 'ReplayReport', description: 'The result of a replay.' });
