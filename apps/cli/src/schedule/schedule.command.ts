import { Command, InvalidArgumentError, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { endOfRun, type Schemas } from '#client';
import type { Berth } from '../berth.js';
import { DECISIONS, type Decision } from '../decisions/index.js';
import { EXIT, UsageError } from '../exit.js';
import { examples, podOf, VALUE_OUTPUT } from '../options.js';
import { counted, printList, printValue } from '../output/index.js';
import { collect } from '../service/index.js';

type Run = Schemas['Run'];
type Input = Schemas['RunInput'];
type Outcome = keyof typeof MOST_LISTED;

/** Outcomes that --fail-on takes, and the most pods of each that are listed. */
const MOST_LISTED = { unschedulable: 20, nominated: 20, gated: 5, skipped: 5, error: 20 } as const;
const OUTCOMES = Object.keys(MOST_LISTED) as Outcome[];

/** `berth schedule`: places what is pending. */
export function schedule(berth: Berth): CommandUnknownOpts {
  return new Command('schedule')
    .summary('place pending pods, or only show what would happen')
    .description('Place the pending pods, or some of them, or only show what would happen.')
    .option('--pod <pod...>', 'these pods: namespace/name')
    .option('-n, --namespace <namespace>', 'the pending pods of this namespace')
    .option('-l, --selector <selector>', 'the pending pods with these labels: app=web,tier in (a,b)')
    .option('--allow-empty', 'also if no pod is selected')
    .option('--profile <name>', 'with this profile, instead of that of their schedulerName')
    .addOption(
      new Option('--preemption <how>', 'if pods of lower priority are in the way').choices([
        'off',
        'nominate',
        'evict',
      ] as const),
    )
    .option('--seed <number>', 'break ties with this seed, not by name')
    .option('--base-revision <revision>', 'only on exactly this revision')
    .option('--dry-run', 'decide and store the evidence for an hour, but bind nothing')
    .option('--fail-on <outcomes>', `exit with code 1 if a pod has this outcome: ${OUTCOMES.join(', ')}`, outcomesOf)
    .addOption(VALUE_OUTPUT)
    .action(async ({ failOn = [], output, ...options }) => {
      const run = await finished(berth, inputOf(options));
      if (run.state !== 'complete') {
        berth.terminal.complain(`berth: run ${run.id} is ${run.state}: ${run.error ?? 'the service reports no cause'}`);
        berth.exitCode = EXIT.notJudged;
        return;
      }
      if (output === undefined) await say(berth, run);
      else printValue(run, output, berth.terminal);
      if (failOn.some((outcome) => run.counts[outcome] > 0)) berth.exitCode = EXIT.no;
    })
    .addHelpText(
      'after',
      examples(
        ['berth schedule -c prod', 'all pending pods'],
        ['berth schedule -c prod --pod shop/api --pod shop/web', 'two pods'],
        ['berth schedule -c prod --dry-run --fail-on unschedulable', 'a gate: exit code 1 if a pod fits nowhere'],
        ['berth schedule -c prod -n shop --preemption evict', 'evict pods of lower priority'],
      ),
    );
}

/** What of the options the API is asked. */
interface Asked {
  readonly pod?: string[] | undefined;
  readonly namespace?: string | undefined;
  readonly selector?: string | undefined;
  readonly allowEmpty?: true | undefined;
  readonly seed?: string | undefined;
  readonly [other: string]: unknown;
}

function inputOf({ pod, namespace, selector, seed, allowEmpty, ...others }: Asked): Input {
  if (pod !== undefined && (namespace !== undefined || selector !== undefined))
    throw new UsageError('--pod names pods; --namespace and --selector choose among the pending ones');
  const chosen = { ...(namespace && { namespace }), ...(selector && { labelSelector: selector }) };
  return {
    ...others,
    pods: pod === undefined ? chosen : { names: pod.map(podOf) },
    ...(seed !== undefined && { tieBreak: 'seeded', seed }),
    ...(allowEmpty && { allowEmpty }),
  };
}

/** The run once it has ended. A terminal shows its progress. */
async function finished({ client, cluster, terminal }: Berth, input: Input): Promise<Run> {
  const begun = performance.now();
  const started = await client.post('/v1/clusters/{cluster}/runs', {
    params: { path: { cluster } },
    body: { ...input, wait: false },
  });
  const run = await endOfRun(client, started, ({ progress }) => {
    const seconds = Math.round((performance.now() - begun) / 1000);
    terminal.status?.(
      `${progress?.decided ?? 0} pods decided, ${seconds} s (run ${started.id} continues after Ctrl-C)`,
    );
  });
  terminal.status?.('');
  return run;
}

/** What became of the pods, those that came off badly by name. */
async function say(berth: Berth, run: Run): Promise<void> {
  const { client, terminal } = berth;
  const { counts, durations, dryRun, revision } = run;
  for (const outcome of OUTCOMES.filter((one) => counts[one] > 0)) {
    const query = { run: run.id, outcome, pageSize: MOST_LISTED[outcome] };
    const params = { path: { cluster: run.cluster }, query };
    const found: Decision[] = await collect(
      client.items('/v1/clusters/{cluster}/decisions', { params }),
      MOST_LISTED[outcome],
    );
    printList(found, BAD, { terminal });
    if (counts[outcome] > found.length)
      terminal.print(
        `and ${counts[outcome] - found.length} more: ` +
          berth.line('decisions', '--run', run.id, '--outcome', outcome, '--limit', String(counts[outcome])),
      );
  }
  const words = ['scheduled' as const, ...OUTCOMES]
    .filter((one) => one === 'scheduled' || counts[one] > 0)
    .map((one) => `${counts[one]} ${one}`);
  const { forbidden = 0 } = counts;
  if (forbidden > 0)
    terminal.print(
      `${counted(forbidden, 'pod')} ${forbidden === 1 ? 'was' : 'were'} left out: no permission to schedule`,
    );
  terminal.print(
    `${dryRun ? 'dry run: ' : ''}${words.join(', ')} in ${(durations.totalMs / 1000).toFixed(1)} s ` +
      `(run ${run.id}${revision === null ? '' : `, revision ${revision}`})`,
  );
}

const BAD = {
  ...DECISIONS,
  columns: DECISIONS.columns.filter(({ title }) => ['POD', 'OUTCOME', 'NODE', 'MESSAGE'].includes(title)),
};

/** @throws InvalidArgumentError */
function outcomesOf(text: string): Outcome[] {
  const outcomes = text.split(',') as Outcome[];
  if (outcomes.some((one) => !OUTCOMES.includes(one)))
    throw new InvalidArgumentError(`It must be one of ${OUTCOMES.join(', ')}, or several separated by commas.`);
  return outcomes;
}
