import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import type { Berth } from '../berth.js';
import { examples, OUTPUT, WATCH } from '../options.js';
import { look, podName, printList, type Listing } from '../output/index.js';

/** A pod, and the part of the queue that it is in. */
type Line = Schemas['QueuedPod'] & { readonly part: (typeof PARTS)[number] };

const PARTS = ['active', 'backoff', 'unschedulable', 'gated'] as const;

const QUEUE: Listing<Line> = {
  columns: [
    { title: 'POD', value: podName },
    { title: 'QUEUE', value: ({ part }) => part },
    { title: 'PRIORITY', value: ({ priority }) => priority },
    { title: 'ATTEMPTS', value: ({ attempts }) => attempts },
    { title: 'SINCE', value: ({ since }) => since },
    { title: 'UNTIL', value: ({ until = '' }) => until },
    { title: 'REJECTED BY', prose: true, value: ({ plugins }) => plugins.join(', ') },
  ],
  name: podName,
  empty: 'No pod waits to be placed.',
};

/** `berth queue`: the pods of a cluster that lives which wait to be placed. */
export function queue(berth: Berth): CommandUnknownOpts {
  return new Command('queue')
    .summary('the scheduling queue of a cluster that lives')
    .description(
      'List the pods that wait to be placed: since when, by the time of the cluster, and what rejected them.',
    )
    .addOption(OUTPUT)
    .addOption(WATCH)
    .action(({ output, watch }) =>
      look({ terminal: berth.terminal, watch, output }, async (terminal, format) => {
        const params = { path: { cluster: berth.cluster }, query: { keep: 'true' as const } };
        const found = await berth.client.get('/v1/clusters/{cluster}/queue', { params });
        const lines = PARTS.flatMap((part) => found[part].map((pod) => ({ ...pod, part })));
        printList(lines, QUEUE, { terminal, format });
      }),
    )
    .addHelpText(
      'after',
      examples(['berth queue -c demo', 'who waits, and why'], ['berth queue -c demo -o json', 'all of it']),
    );
}
