import { ID } from '@nestjs/graphql';
import { z } from 'zod';
import { podReference, traceStored } from '../decisions/index.js';
import { component, objectType, shown } from '../../ground/graphql/index.js';
import { engineReference } from '../profiles/index.js';
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
const runId = shown(z.uuid().describe('The run; a UUID.'), { type: () => ID });
const part = count.describe('The part of the run, from 0.');

const otherSource = objectType(
  'PluginSource',
  'A plugin of the operator whose source has changed since the decision.',
  {
    name: z.string().describe('Name of the plugin.'),
    digest: z.string().describe('SHA-256 over the source that decided, hexadecimal.'),
    present: z
      .string()
      .nullable()
      .describe('SHA-256 over the present source, hexadecimal; null if the plugin is not installed.'),
  },
);

const located = objectType('TraceDifference', 'The first plugin and node whose trace differs.', {
  what: z
    .enum(['nodes', 'filters', 'verdict', 'status', 'scores', 'raw', 'normalized'])
    .describe(
      'nodes: a node is in one of the two only; filters, scores: different plugins ran, or with different ' +
        'weights; verdict: of a filter; status: reported for a node; raw, normalized: a score.',
    ),
  plugin: z.string().nullable().describe('The plugin; null if the difference is not about one plugin.'),
  node: z.string().nullable().describe('The node; null if the difference is not about one node.'),
  recorded: anything.describe('The recorded value: a status, null if the node passes; or a score.'),
  replayed: anything.describe('The value of the replay.'),
});

const decidingEngine = objectType('DecidingEngine', 'The code that made a decision.', {
  ...engineReference.shape,
  isPresent: z
    .boolean()
    .describe('Whether the present build made the decision, with the present plugins of the operator.'),
  plugins: z.array(otherSource).describe("The operator's plugins whose source has changed since the decision."),
});

const difference = objectType('ReplayDifference', 'A decision that the replay does not reproduce.', {
  decision: shown(z.string().describe('The decision: `<run>.<ordinal>`.'), { type: () => ID }),
  run: runId,
  part,
  pod: podReference.nullable().describe('The pod; null if the record does not contain it.'),
  field: z
    .string()
    .describe(
      'The first field of the decision that differs; `decision`: one of the two is missing; `trace`: only ' +
        'the stored trace differs.',
    ),
  recorded: anything.describe('The recorded value.'),
  replayed: anything.describe('The value of the replay.'),
  trace: located
    .nullable()
    .describe('The first difference of the trace; null if there is none, or too little of the trace is stored.'),
  compared: traceStored.describe('How much of the stored trace could be compared.'),
  follows: shown(
    z
      .string()
      .nullable()
      .describe(
        'The first decision of the part that differs, if that is an earlier one, which may have caused this ' +
          'difference.',
      ),
    { type: () => ID },
  ),
  engine: decidingEngine
    .nullable()
    .describe('The code that made the decision; null if it is unknown, or no profile was used.'),
  message: z.string().describe('The summary, as a sentence.'),
});

const notCompared = objectType('NotCompared', 'A part of which too little is stored.', {
  run: runId,
  part,
  decisions: count.describe('Number of decisions.'),
  reason: z.string().describe('The reason.'),
});

export const replayReport = component(
  'ReplayReport',
  'The result of a replay.',
  {
    decisions: count.describe('The sum of the next three.'),
    identical: count.describe('Number of decisions that were reproduced.'),
    different: count.describe('Number of decisions that were not reproduced.'),
    notComparable: count.describe('Number of decisions of which too little is stored.'),
    parts: count.describe('The parts of the run that contain them.'),
    differences: z.array(difference).describe('The first hundred.'),
    notCompared: z.array(notCompared).describe('The first hundred parts of which too little is stored.'),
    durationMs: count.describe('Duration in milliseconds.'),
    decisionsPerSecond: count.describe('Decisions per second.'),
  },
  { name: 'Replay', about: 'The result of a replay.' },
);
