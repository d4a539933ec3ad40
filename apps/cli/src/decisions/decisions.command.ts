import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Berth } from '../berth.js';
import { AT, examples, LIMIT, NAMESPACE, OUTPUT, podOf, WATCH } from '../options.js';
import { look, printList } from '../output/index.js';
import { podsNear } from '../require-pod.js';
import { collect } from '../service/index.js';
import { DECISIONS } from './listing.js';

const OUTCOMES = [
  'scheduled',
  'unschedulable',
  'nominated',
  'gated',
  'skipped',
  'error',
  'observed',
  'pending',
] as const;
const AGREEMENTS = ['same', 'tie', 'differs', 'unknown'] as const;

/** `berth decisions`: what was decided, the newest first. */
export function decisions(berth: Berth): CommandUnknownOpts {
  return new Command('decisions')
    .summary('decisions, the newest first')
    .description('List decisions, the newest first.')
    .option('--pod <pod>', 'of this pod: namespace/name')
    .addOption(NAMESPACE)
    .option('--run <id>', 'of this run; the only way to list dry runs, for an hour')
    .option('--node <node>', 'that bound a pod to this node')
    .addOption(new Option('--outcome <outcome>', 'with this outcome').choices(OUTCOMES))
    .addOption(
      new Option('--agreement <how>', 'of the scheduler of a followed cluster, as it agrees with Berth').choices(
        AGREEMENTS,
      ),
    )
    .option('--plugin <plugin>', 'in which this plugin rejected a node')
    .option('--reason <reason>', "in which a node was rejected for this reason, in kube-scheduler's words")
    .addOption(
      new Option('--obstacle <how>', 'how plugin or reason blocked the pod').choices([
        'first',
        'any',
        'sole',
        'only',
        'alone',
      ] as const),
    )
    .option('--since <time>', 'from this time on')
    .option('--until <time>', 'before this time')
    .addOption(AT)
    .addOption(LIMIT)
    .addOption(OUTPUT)
    .addOption(WATCH)
    .action(({ limit, output, watch, pod, ...filters }) => {
      const query = { ...filters, ...(pod !== undefined && { pod: podOf(pod) }), pageSize: Math.min(limit, 500) };
      return look({ terminal: berth.terminal, watch, output }, async (terminal, format) => {
        const params = { path: { cluster: berth.cluster }, query };
        const found = berth.client.items('/v1/clusters/{cluster}/decisions', { params });
        const items = await collect(found, limit);
        printList(items, DECISIONS, { terminal, format });
        if (items.length > 0 || pod === undefined) return;
        const near = await podsNear(berth, query.pod ?? pod);
        if (near.length > 0) berth.terminal.complain(`There is no pod ${query.pod ?? pod}; did you mean:`);
        for (const one of near) berth.terminal.complain(`  ${berth.line('decisions', '--pod', one)}`);
      });
    })
    .addHelpText(
      'after',
      examples(
        ['berth decisions -c prod --outcome unschedulable', 'pods that fitted nowhere'],
        ['berth decisions -c prod --plugin TaintToleration --obstacle only', 'pods that only taints kept out'],
        ['berth decisions -c prod --pod shop/api -o json', 'one pod, in full'],
        ['berth decisions -c prod --agreement differs', 'where the scheduler of a followed cluster decided otherwise'],
        ['berth decisions -c prod --watch', 'as they are made'],
      ),
    );
}
