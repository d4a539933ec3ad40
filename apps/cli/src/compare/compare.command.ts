import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { startComparison, type Schemas } from '#client';
import type { Berth } from '../berth.js';
import { UsageError } from '../exit.js';
import { resultOf } from '../operations/index.js';
import { AT, examples, podOf, VALUE_OUTPUT, wholeNumber } from '../options.js';
import { printValue } from '../output/index.js';
import { say } from './say.js';

type Input = Omit<Schemas['ComparisonInput'], 'wait'>;

/** `berth compare`: the same pods in the same order, under two profiles or in two clusters. */
export function compare(berth: Berth): CommandUnknownOpts {
  return new Command('compare')
    .summary('the same pods under two profiles, or in two clusters')
    .description(
      'Place the same pods in the same order on two sides, and show the differences and their causes. Nothing is ' +
        'written. Ctrl-C cancels it.',
    )
    .option('--a <profile>', 'profile of side A (default: that of each pod)')
    .option('--b <profile>', 'profile of side B')
    .option('--a-cluster <cluster>', 'cluster of side A')
    .option('--b-cluster <cluster>', 'cluster of side B')
    .option('--pod <pod...>', 'these pods, as if they were not bound: namespace/name')
    .option('-n, --namespace <namespace>', 'the pending pods of this namespace')
    .option('-l, --selector <selector>', 'the pending pods with these labels: app=web,tier in (a,b)')
    .option('--run <id>', 'the pods of this run, in its order, on the cluster that it began with')
    .option('--since <moment>', 'pods as they were tried from this moment on, while everything else happens as it did')
    .option('--until <moment>', 'up to this moment')
    .option('--seeds <number>', 'break ties with this number of seeds in turn', wholeNumber)
    .option('--limit <number>', 'maximum number of different placements to show', wholeNumber, 10)
    .addOption(AT)
    .addOption(VALUE_OUTPUT)
    .action(async ({ output, ...options }) => {
      const started = await startComparison(berth.client, berth.cluster, inputOf(options));
      const comparison = await resultOf<Schemas['Comparison']>(berth, started);
      if (output === undefined) say(comparison, berth.terminal);
      else printValue(comparison, output, berth.terminal);
    })
    .addHelpText(
      'after',
      examples(
        ['berth compare -c prod --b packing', 'the pending pods by their own profiles and by packing'],
        ['berth compare -c prod --run RUN --b packing --seeds 10', 'the pods of a run, ties broken ten ways'],
        ['berth compare -c prod --since 2026-10-01 --b packing', 'what packing would have done since then'],
        ['berth compare -c prod --b-cluster larger -o json', 'the same pods in another cluster'],
      ),
    );
}

/** What of the options the API is asked. */
interface Asked {
  readonly a?: string | undefined;
  readonly b?: string | undefined;
  readonly aCluster?: string | undefined;
  readonly bCluster?: string | undefined;
  readonly pod?: string[] | undefined;
  readonly namespace?: string | undefined;
  readonly selector?: string | undefined;
  readonly limit: number;
  readonly [other: string]: unknown;
}

function inputOf({ a, b, aCluster, bCluster, pod, namespace, selector, ...others }: Asked): Input {
  if (pod !== undefined && (namespace !== undefined || selector !== undefined))
    throw new UsageError('--pod names pods; --namespace and --selector choose among the pending ones');
  const chosen = { ...(namespace && { namespace }), ...(selector && { labelSelector: selector }) };
  const pods = pod === undefined ? chosen : { names: pod.map(podOf) };
  return { ...others, a: sideOf(a, aCluster), b: sideOf(b, bCluster), ...(Object.keys(pods).length > 0 && { pods }) };
}

function sideOf(profile: string | undefined, cluster: string | undefined): Input['a'] {
  return { ...(profile !== undefined && { profile }), ...(cluster !== undefined && { cluster }) };
}
