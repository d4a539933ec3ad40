import { Command, InvalidArgumentError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { ALLOW_IGNORED, exitCodeOf, FAIL_ON, sayFindings, sayRelaxed, withoutAllowed } from '../conditions/index.js';
import { UsageError } from '../exit.js';
import { inFiles, Manifests } from '../import/index.js';
import { AT, examples, VALUE_OUTPUT } from '../options.js';
import { counted, podName, printList, printValue, type Listing } from '../output/index.js';
import { readYaml, type Terminal } from '../terminal/index.js';

type Answer = Schemas['WhatIf'];
type Step = Schemas['WhatIfInput']['steps'][number];
type SteppedPod = NonNullable<Answer['steps'][number]['pods']>[number];

/** `berth whatif`: what would become of manifests and of pods that have to move. */
export function whatIf(berth: Berth): CommandUnknownOpts {
  return new Command('whatif')
    .summary('the effect of manifests, drained nodes or scaled workloads')
    .description(
      'Show what would become of the pods if manifests were applied, nodes removed or workloads scaled. Nothing ' +
        'is written. Nodes change first, then objects are created, then workloads are scaled; pending pods are ' +
        'tried first. The exit code is 1 if a pod has no node or a manifest has a mistake, and 4 if something of ' +
        'the manifests cannot be judged.',
    )
    .option('-f, --file <file...>', 'manifests to apply: files, folders, or - for standard input')
    .option('--drain <node...>', 'nodes to drain')
    .option('--remove-nodes <node...>', 'nodes to remove')
    .option('--scale <what...>', 'a workload and its replicas: Deployment/shop/web=5', scaled)
    .option('--steps <file>', 'steps of the API, JSON or YAML, instead of these options')
    .addOption(FAIL_ON)
    .addOption(ALLOW_IGNORED)
    .addOption(AT)
    .addOption(VALUE_OUTPUT)
    .action(async ({ file = [], failOn, allowIgnored, output, at, ...asked }) => {
      const manifests = new Manifests(file, berth.terminal);
      const steps = await stepsOf(berth.terminal, { ...asked, ...(file.length > 0 && { manifests }) });
      const asking = berth.client.post('/v1/clusters/{cluster}/what-if', {
        params: { path: { cluster: berth.cluster } },
        body: { steps, traces: false, ...(at !== undefined && { at }) },
      });
      const answer = await asking.catch(async (error: unknown) => {
        throw await inFiles(error, manifests);
      });
      const { print, complain } = berth.terminal;
      if (output === undefined) say(answer, berth.terminal);
      else printValue(answer, output, berth.terminal);
      sayRelaxed(failOn, { allowed: allowIgnored, say: output === undefined ? print : complain });
      const outcomes = comers(answer).map(({ outcome }) => outcome);
      berth.exitCode = exitCodeOf(failOn, { outcomes, findings: withoutAllowed(answer.findings, allowIgnored) });
    })
    .addHelpText(
      'after',
      examples(
        ['berth whatif -c prod -f deploy/', 'a gate: exit code 0 only if everything is judged, and good'],
        ['berth whatif -c prod -f app.yaml --fail-on unschedulable,quota', 'two conditions; the others are named'],
        ['berth whatif -c prod --drain web-1 web-2', 'where the pods of two nodes would go'],
        ['berth whatif -c prod --scale Deployment/shop/web=20', 'whether there is room for more'],
        ['berth whatif -c prod --steps plan.yaml -o json', 'any steps'],
      ),
    );
}

interface Asked {
  readonly manifests?: Manifests;
  readonly drain?: readonly string[] | undefined;
  readonly removeNodes?: readonly string[] | undefined;
  readonly scale?: readonly Scaled[] | undefined;
  readonly steps?: string | undefined;
}

/** Pods that are pending already are tried first, so that new pods are distinguished. */
async function stepsOf(
  terminal: Terminal,
  { manifests, drain, removeNodes, scale = [], steps }: Asked,
): Promise<Step[]> {
  const given = manifests !== undefined || drain !== undefined || removeNodes !== undefined || scale.length > 0;
  if (given === (steps !== undefined))
    throw new UsageError('give --file, --drain, --remove-nodes or --scale, or --steps alone');
  if (steps !== undefined) return stepsIn(await readYaml(steps, terminal));
  return [
    { schedule: {} },
    ...(drain === undefined ? [] : [{ drain: { names: [...drain] } }]),
    ...(removeNodes === undefined ? [] : [{ removeNodes: { names: [...removeNodes] } }]),
    ...(manifests === undefined ? [] : [{ import: { manifests: await manifests.text() } }]),
    ...scale.map((one) => ({ scale: one })),
    { schedule: {} },
  ] as Step[];
}

/** @throws UsageError for what is no list of steps */
function stepsIn(read: unknown): Step[] {
  const steps: unknown = Array.isArray(read) ? read : (read as { steps?: unknown } | null)?.steps;
  if (!Array.isArray(steps))
    throw new UsageError('the file of --steps must be a list of steps, or have one under `steps`');
  return steps as Step[];
}

interface Scaled {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly replicas: number;
}

/** @throws InvalidArgumentError */
function scaled(text: string, before: readonly Scaled[] = []): readonly Scaled[] {
  const [, kind, namespace, name, replicas] = /^(\w+)\/([^/=]+)\/([^/=]+)=(\d+)$/.exec(text) ?? [];
  if (kind === undefined || namespace === undefined || name === undefined)
    throw new InvalidArgumentError('It must be kind/namespace/name=replicas.');
  return [...before, { kind, namespace, name, replicas: Number(replicas) }];
}

/** The pods of the manifests, and those that were not waiting before the steps, each as it ended. */
function comers({ steps }: Answer): SteppedPod[] {
  const [first, ...others] = steps;
  const before = new Set(first?.step === 'schedule' ? first.pods?.map(({ pod }) => podName(pod)) : []);
  const asked = new Set(steps.flatMap(({ waiting = [] }) => waiting.map(podName)));
  const ends = new Map(
    (first?.step === 'schedule' ? others : steps).flatMap(({ pods = [] }) =>
      pods.map((one) => [podName(one.pod), one] as const),
    ),
  );
  return [...ends].filter(([name]) => asked.has(name) || !before.has(name)).map(([, one]) => one);
}

/** Steps whose problems stand among the findings, where they are counted. */
const IN_FINDINGS: readonly string[] = ['import', 'scale'];

/** Most pods of one outcome that are listed by name. */
const MOST_LISTED = 20;

function say(answer: Answer, terminal: Terminal): void {
  sayFindings(answer.findings, terminal);
  for (const { step, problems = [] } of answer.steps.filter((one) => !IN_FINDINGS.includes(one.step)))
    for (const { subject, message } of problems) terminal.complain(`${step}: ${subject}: ${message}`);
  const pods = comers(answer);
  const bad = pods.filter(({ outcome }) => outcome !== 'scheduled');
  const good = pods.filter(({ outcome }) => outcome === 'scheduled');
  for (const some of [bad, good]) {
    if (some.length > 0) printList(some.slice(0, MOST_LISTED), PODS, { terminal });
    if (some.length > MOST_LISTED) terminal.print(`and ${some.length - MOST_LISTED} more: -o json has all`);
  }
  const refused = (answer.findings?.refused ?? []).reduce((sum, one) => sum + one.pods, 0);
  const other = refused > 0 ? `${counted(refused, 'pod')} would be refused, and no other pod` : 'no pod';
  if (pods.length === 0) terminal.print(`${other} is new or changed`);
  const all = counted(pods.length + refused, 'pod');
  terminal.print(`what if: ${good.length} of ${all} would have a node; ${fullness(answer)}`);
}

/** `cpu 40 % -> 55 %`, for what people look at first. */
function fullness({ utilization: { before, after } }: Answer): string {
  const percent = (uses: typeof before, resource: string): string => {
    const ratio = uses.find((one) => one.resource === resource)?.ratio;
    return ratio == null ? '-' : `${Math.round(ratio * 100)} %`;
  };
  return ['cpu', 'memory', 'pods']
    .map((resource) => `${resource} ${percent(before, resource)} -> ${percent(after, resource)}`)
    .join(', ');
}

const PODS: Listing<SteppedPod> = {
  columns: [
    { title: 'POD', value: ({ pod }) => podName(pod) },
    {
      title: 'OUTCOME',
      value: ({ outcome }) => outcome,
      colour: ({ outcome }) => (outcome === 'scheduled' ? 'green' : 'red'),
    },
    { title: 'NODE', value: ({ node }) => node, shown: ({ node }) => node ?? '-' },
    { title: 'MESSAGE', value: ({ message }) => message, prose: true },
  ],
  name: ({ pod }) => podName(pod),
  empty: 'no pod',
};
