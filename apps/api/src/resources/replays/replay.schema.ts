import { z } from 'zod';
import { time } from '../../ground/http/index.js';
import { wait } from '../operations/index.js';

const selection = z.strictObject({
  run: z.uuid().optional().describe('Of this run only; the only way to replay a dry run.'),
  part: z.number().int().min(0).optional().describe('Of this part of the run only, from 0.'),
  decision: z.string().optional().describe('This decision only: `<run>.<ordinal>`.'),
  from: time.optional().describe('Of parts that were committed at this time or later.'),
  until: time.optional().describe('Of parts that were committed before this time.'),
});

function refuseContradictions(
  { run, part, decision, from, until }: z.output<typeof selection>,
  context: z.RefinementCtx,
): void {
  const forbid = (field: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [field], message });
  };
  if (part !== undefined && run === undefined) forbid('part', 'is a part of a run, which is not given');
  if (decision !== undefined && run !== undefined) forbid('run', 'is said by the decision');
  if (decision === undefined && run === undefined) return;
  for (const [field, given] of [
    ['from', from],
    ['until', until],
  ] as const)
    if (given !== undefined) forbid(field, 'is for everything, not for a run or a decision');
}

/** Which decisions to make again. */
export const replaySelection = selection.superRefine(refuseContradictions);

/** The body of a replay. */
export const replayBody = selection
  .extend({ wait })
  .superRefine(refuseContradictions)
  .meta({
    id: 'ReplayInput',
    description: 'Which decisions are made again; all that the log has when nothing is given.',
  });

const count = z.number().int();
const anything = z.unknown();

const otherSource = z.object({
  name: z.string(),
  digest: z.string().describe('SHA-256 over its source, hexadecimal.'),
  present: z.string().nullable().describe('That of the source that decides now; null where there is none here.'),
});

const located = z.object({
  what: z
    .enum(['nodes', 'filters', 'verdict', 'status', 'scores', 'raw', 'normalized'])
    .describe(
      'nodes: a node is in one of the two only; filters, scores: other plugins ran, or with other weights; ' +
        'verdict: of a filter; status: the answer for a node; raw, normalized: a score.',
    ),
  plugin: z.string().nullable(),
  node: z.string().nullable(),
  recorded: anything.describe('A status, null where the node passes; or a score.'),
  replayed: anything,
});

const difference = z.object({
  decision: z.string(),
  run: z.uuid(),
  part: count,
  pod: z
    .object({ namespace: z.string(), name: z.string(), uid: z.string() })
    .nullable()
    .describe('Null where the record does not say.'),
  field: z
    .string()
    .describe(
      'The first of the decision that differs; `decision`: one of the two is not there; `trace`: ' +
        'the stored evidence alone.',
    ),
  recorded: anything,
  replayed: anything,
  trace: located
    .nullable()
    .describe('Where the evidence differs first; null where it does not, or where too little of it is stored.'),
  compared: z.enum(['full', 'partial', 'none']).describe('How much of the stored evidence could be compared.'),
  follows: z.string().nullable().describe('The first decision of the part that differs, where that is an earlier one.'),
  engine: z
    .object({
      digest: z.string(),
      version: z.string().nullable(),
      isPresent: z
        .boolean()
        .describe('It is the one that decides now, and so are the plugins of the operator that the profile names.'),
      plugins: z
        .array(otherSource)
        .describe('Plugins of the operator that decided with another source than the one that decides now.'),
    })
    .nullable()
    .describe('What made the decision; null where that is not known, or no profile was asked.'),
  message: z.string().describe('All of it in one line.'),
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
      .describe('The first hundred parts of which too little is kept.'),
    durationMs: count,
    decisionsPerSecond: count,
  })
  .meta({ id: 'ReplayReport', description: 'What deciding again came to.' });
