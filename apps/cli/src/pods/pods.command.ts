import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Berth } from '../berth.js';
import { examples, LIMIT, NAMESPACE, OUTPUT, SELECTOR, WATCH } from '../options.js';
import { age, look, podName, printList, type Listing } from '../output/index.js';
import { collect, connectionItems, type ClusterList } from '../service/index.js';

interface Pod {
  readonly namespace: string;
  readonly name: string;
  readonly phase: string;
  readonly nodeName: string | null;
  readonly priority: number;
  readonly createdAt: string | null;
  readonly requests: readonly { readonly resource: string; readonly quantity: string }[];
}

const LIST: ClusterList = {
  field: 'pods',
  takes: { namespace: 'String', labelSelector: 'String', fieldSelector: 'String' },
  select: 'namespace name phase nodeName priority schedulerName createdAt requests { resource quantity }',
};

const PODS: Listing<Pod> = {
  columns: [
    { title: 'POD', value: podName },
    { title: 'PHASE', value: ({ phase }) => phase },
    { title: 'NODE', value: ({ nodeName }) => nodeName },
    { title: 'PRIORITY', value: ({ priority }) => priority },
    {
      title: 'REQUESTS',
      prose: true,
      value: ({ requests }) => requests.map(({ resource, quantity }) => `${resource}=${quantity}`).join(' '),
    },
    { title: 'AGE', value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => age(createdAt) },
  ],
  name: podName,
  empty: 'There are no such pods.',
};

/** `berth pods`: the pods of a cluster, and where they are. */
export function pods(berth: Berth): CommandUnknownOpts {
  return new Command('pods')
    .summary('the pods, and where they are')
    .description('List the pods of a cluster by namespace and name, with their nodes and requests.')
    .addOption(NAMESPACE)
    .addOption(SELECTOR)
    .option('--node <node>', 'that are bound to this node')
    .addOption(LIMIT)
    .addOption(OUTPUT)
    .addOption(WATCH)
    .action(({ namespace, selector, node, limit, output, watch }) =>
      look({ terminal: berth.terminal, watch, output }, async (terminal, format) => {
        const fieldSelector = node === undefined ? undefined : `spec.nodeName=${node}`;
        const which = { namespace, labelSelector: selector, fieldSelector, limit };
        const found = await collect(connectionItems<Pod>(berth.client, berth.cluster, LIST, which), limit);
        printList(found, PODS, { terminal, format });
      }),
    )
    .addHelpText(
      'after',
      examples(
        ['berth pods -c prod -n shop', 'one namespace'],
        ['berth pods -c prod --node web-1', 'one node'],
        ['berth pods -c prod -l app=web -o name', 'by label, for xargs'],
      ),
    );
}
