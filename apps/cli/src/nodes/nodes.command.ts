import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Berth } from '../berth.js';
import { examples, LIMIT, OUTPUT, SELECTOR, WATCH } from '../options.js';
import { age, look, printList, type Listing } from '../output/index.js';
import { collect, connectionItems, type ClusterList } from '../service/index.js';

interface Amount {
  readonly resource: string;
  readonly quantity: string;
  readonly value: number;
}

interface Node {
  readonly name: string;
  readonly ready: boolean | null;
  readonly unschedulable: boolean;
  readonly createdAt: string | null;
  readonly podCount: number;
  readonly allocatable: readonly Amount[];
  readonly requested: readonly Amount[];
  readonly taints: readonly { readonly key: string; readonly value: string; readonly effect: string }[];
}

const AMOUNT = '{ resource quantity value }';

const LIST: ClusterList = {
  field: 'nodes',
  takes: { labelSelector: 'String' },
  select:
    'name ready unschedulable createdAt podCount overCommitted taints { key value effect } ' +
    `allocatable ${AMOUNT} requested ${AMOUNT}`,
};

const NODES: Listing<Node> = {
  columns: [
    { title: 'NAME', value: ({ name }) => name },
    { title: 'STATUS', value: statusOf, colour: (node) => (statusOf(node) === 'Ready' ? undefined : 'yellow') },
    { title: 'PODS', value: ({ podCount }) => podCount },
    ...['cpu', 'memory'].flatMap((resource) => [
      {
        title: `${resource.toUpperCase()} REQUESTED`,
        value: ({ requested }: Node) => of(requested, resource)?.quantity,
      },
      { title: `${resource.toUpperCase()} OF`, value: ({ allocatable }: Node) => of(allocatable, resource)?.quantity },
      {
        title: `${resource.toUpperCase()} SHARE`,
        value: (node: Node) => shareOf(node, resource),
        shown: (node: Node) => inPercent(shareOf(node, resource)),
      },
    ]),
    { title: 'TAINTS', prose: true, value: ({ taints }) => taints.map(taintInWords).join(', ') },
    { title: 'AGE', value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => age(createdAt) },
  ],
  name: ({ name }) => name,
  empty: 'There are no such nodes.',
};

/** `berth nodes`: the nodes of a cluster, and how full they are. */
export function nodes(berth: Berth): CommandUnknownOpts {
  return new Command('nodes')
    .summary('the nodes, and how full they are')
    .description('List the nodes of a cluster by name, with what their pods request.')
    .addOption(SELECTOR)
    .addOption(LIMIT)
    .addOption(OUTPUT)
    .addOption(WATCH)
    .action(({ selector, limit, output, watch }) =>
      look({ terminal: berth.terminal, watch, output }, async (terminal, format) => {
        const which = { labelSelector: selector, limit };
        const found = await collect(connectionItems<Node>(berth.client, berth.cluster, LIST, which), limit);
        printList(found, NODES, { terminal, format });
      }),
    )
    .addHelpText(
      'after',
      examples(
        ['berth nodes -c prod', 'all nodes'],
        ['berth nodes -c prod -l pool=gpu -o csv', 'one pool, for a spreadsheet'],
        ['berth nodes -c prod -o ndjson | jq .taints', 'every field, a line a node'],
      ),
    );
}

/** As kubectl says it. */
function statusOf({ ready, unschedulable }: Node): string {
  const status = ready === null ? 'Unknown' : ready ? 'Ready' : 'NotReady';
  return unschedulable ? `${status},SchedulingDisabled` : status;
}

function of(amounts: readonly Amount[], resource: string): Amount | undefined {
  return amounts.find((one) => one.resource === resource);
}

/** Requested divided by allocatable; undefined where nothing is allocatable. */
function shareOf({ requested, allocatable }: Node, resource: string): number | undefined {
  const size = of(allocatable, resource)?.value ?? 0;
  return size === 0 ? undefined : Math.round(((of(requested, resource)?.value ?? 0) / size) * 1_000) / 1_000;
}

function inPercent(share: number | undefined): string {
  return share === undefined ? '-' : `${Math.round(100 * share)} %`;
}

function taintInWords({ key, value, effect }: Node['taints'][number]): string {
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`;
}
