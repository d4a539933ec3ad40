import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Berth } from '../berth.js';
import { outcomeColour } from '../decisions/index.js';
import { UsageError } from '../exit.js';
import { AT, examples, LIMIT, NAMESPACE, OUTPUT, SELECTOR, WATCH } from '../options.js';
import { age, look, podName, printList, printValue, type Listing } from '../output/index.js';
import { collect, connectionItems, type ClusterList } from '../service/index.js';
import { sayWhy } from './explain.js';
import { GROUP_BY, groupsBy } from './groups.js';

/** A pod that is bound to no node. */
interface PendingPod {
  readonly namespace: string;
  readonly name: string;
  readonly createdAt: string | null;
  readonly priority: number;
  readonly lastDecision: null | { readonly at: string; readonly outcome: string; readonly message: string };
}

const PENDING: Listing<PendingPod> = {
  columns: [
    { title: 'POD', value: podName },
    { title: 'AGE', value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => age(createdAt) },
    { title: 'PRIORITY', value: ({ priority }) => priority },
    { title: 'LAST TRIED', value: (pod) => pod.lastDecision?.at, shown: (pod) => age(pod.lastDecision?.at) },
    {
      title: 'OUTCOME',
      value: ({ lastDecision }) => lastDecision?.outcome ?? 'never tried',
      colour: ({ lastDecision }) => outcomeColour(lastDecision?.outcome),
    },
    { title: 'MESSAGE', prose: true, value: ({ lastDecision }) => lastDecision?.message ?? '' },
  ],
  name: podName,
  empty: 'There are no pending pods.',
};

const LIST: ClusterList = {
  field: 'pods',
  takes: { namespace: 'String', labelSelector: 'String', fieldSelector: 'String' },
  select: 'namespace name createdAt priority lastDecision { at outcome message }',
};

/** `berth pending`: the pods that are on no node, and why. */
export function pending(berth: Berth): CommandUnknownOpts {
  return new Command('pending')
    .summary('the pods without a node, and why')
    .description('List the pods that are not bound, with their last decisions.')
    .addOption(NAMESPACE)
    .addOption(SELECTOR)
    .addOption(GROUP_BY)
    .option('--explain', 'the obstacles of all pending pods, and the change that would release the most')
    .addOption(AT)
    .addOption(LIMIT)
    .addOption(OUTPUT)
    .addOption(WATCH)
    .action(({ namespace, selector, groupBy, explain, at, limit, output, watch }) => {
      if (groupBy !== undefined && selector !== undefined)
        throw new UsageError(
          '--selector cannot be combined with --group-by: groups are of all pods or of a --namespace',
        );
      if (explain && (namespace ?? selector ?? groupBy ?? watch) !== undefined)
        throw new UsageError('--explain is about all pending pods: it can be combined with --at only');
      if (explain) return explained(berth, { at, output });
      if (at !== undefined) throw new UsageError('--at needs --explain: the list shows the present');
      return look({ terminal: berth.terminal, watch, output }, async (terminal, format) => {
        if (groupBy !== undefined) {
          const query = { groupBy, ...(namespace && { namespace }), pageSize: Math.min(limit, 500) };
          const params = { path: { cluster: berth.cluster }, query };
          const groups = await collect(berth.client.items('/v1/clusters/{cluster}/pending', { params }), limit);
          printList(groups, groupsBy(groupBy), { terminal, format });
          return;
        }
        const fieldSelector = 'spec.nodeName=,status.phase=Pending';
        const which = { namespace, labelSelector: selector, fieldSelector, limit };
        const found = await collect(connectionItems<PendingPod>(berth.client, berth.cluster, LIST, which), limit);
        printList(found, PENDING, { terminal, format });
      });
    })
    .addHelpText(
      'after',
      examples(
        ['berth pending -c prod', 'all namespaces'],
        ['berth pending -c prod --group-by obstacleSet,namespace', 'by obstacles and namespace'],
        ['berth pending -c prod --explain', 'what would release the most of them'],
        ['berth pending -c prod --explain --at 2026-11-01', 'the same at an earlier moment'],
        ['berth pending -c prod -n shop -o csv', 'for a spreadsheet'],
        ['berth pending -c prod -o name | xargs -n1 berth why -c prod', 'each one explained'],
      ),
    );
}

/** All of them, explained: for people, or the whole answer. */
async function explained(
  { client, cluster, terminal }: Berth,
  { at, output }: { readonly at: string | undefined; readonly output: string | undefined },
): Promise<void> {
  if (output !== undefined && output !== 'json' && output !== 'yaml')
    throw new UsageError('--explain is printed for people, or as json or yaml');
  const params = { path: { cluster }, query: at === undefined ? {} : { at } };
  const answer = await client.get('/v1/clusters/{cluster}/pending/explanation', { params });
  if (output === undefined) sayWhy(answer, terminal);
  else printValue(answer, output, terminal);
}
