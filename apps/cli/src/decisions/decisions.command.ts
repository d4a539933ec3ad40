import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Berth } from '../berth.js';
import { AT, examples, LIMIT, NAMESPACE, OUTPUT, podOf, WATCH } from '../options.js';
import { look, printList } from '../output/index.js';
import { collect } from '../service/index.js';
import { DECISIONS } from './listing.js';

const OUTCOMES = ['scheduled', 'unschedulable', 'nominated', 'gated', 'skipped', 'error'] as const;

/** `berth decisions`: what was decided, the newest first. */
export function decisions(berth: Berth): CommandUnknownOpts {
  return new Command('decisions')
    .summary('what was decided, the newest first')
    .description('List decisions, the newest first.')
    .option('--pod <pod>', 'about this pod: namespace/name')
    .addOption(NAMESPACE)
    .option('--run <id>', 'of this run; dry runs are found in no other way, for an hour')
    .option('--node <node>', 'that placed a pod on this node')
    .addOption(new Option('--outcome <outcome>', 'that came out so').choices(OUTCOMES))
    .option('--plugin <plugin>', 'where this plugin turned a node down')
    .option('--reason <reason>', "where a node was turned down for this reason, in kube-scheduler's words")
    .addOption(
      new Option('--obstacle <how>', 'how plugin and reason were in the way').choices([
        'first',
        'any',
        'sole',
        'only',
        'alone',
      ] as const),
    )
    .option('--since <time>', 'since then')
    .option('--until <time>', 'before then')
    .addOption(AT)
    .addOption(LIMIT)
    .addOption(OUTPUT)
    .addOption(WATCH)
    .action(({ limit, output, watch, pod, ...filters }) => {
      const query = { ...filters, ...(pod !== undefined && { pod: podOf(pod) }), pageSize: Math.min(limit, 500) };
      return look({ terminal: berth.terminal, watch, output }, async (terminal, format) => {
        const params = { path: { cluster: berth.cluster }, query };
        const found = berth.client.items('/v1/clusters/{cluster}/decisions', { params });
        printList(await collect(found, limit), DECISIONS, { terminal, format });
      });
    })
    .addHelpText(
      'after',
      examples(
        ['berth decisions -c prod --outcome unschedulable', 'what fitted nowhere'],
        ['berth decisions -c prod --plugin TaintToleration --obstacle only', 'what only taints kept out'],
        ['berth decisions -c prod --pod shop/api -o json', 'one pod, with every number'],
        ['berth decisions -c prod --watch', 'as they are made'],
      ),
    );
}
