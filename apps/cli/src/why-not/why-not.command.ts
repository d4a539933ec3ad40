import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Berth } from '../berth.js';
import { isNotFound, requirePod } from '../require-pod.js';
import { UsageError } from '../exit.js';
import { AT, examples, podOf, VALUE_OUTPUT } from '../options.js';
import { printValue } from '../output/index.js';

/** `berth why-not`: what keeps a pod off a node, and what would let it there. */
export function whyNot(berth: Berth): CommandUnknownOpts {
  return new Command('why-not')
    .summary('why a pod does not go to a node, and what would change that')
    .description(
      'Show why a pod does not go to a node: every failing filter with its amounts, and the least that makes it fit. ' +
        'Without a node, list the nodes that are cheapest to make fit.',
    )
    .argument('<pod>', 'namespace/name')
    .argument('[node]', 'the node (default: all of them)')
    .option('--costs <weights>', 'costs of changes: kind:weight, separated by commas')
    .option('--requests', 'with a node: also the requests with which the pod would go there, or elsewhere')
    .addOption(AT)
    .addOption(VALUE_OUTPUT)
    .action(async (pod, node, { costs, requests, at, output }) => {
      if (requests && node === undefined) throw new UsageError('--requests needs a node');
      const { client, cluster, terminal } = berth;
      const query = {
        pod: podOf(pod),
        ...(node && { node }),
        ...(costs && { costs }),
        ...(requests && { requests: 'true' }),
        ...(at && { at }),
      };
      const path = `/v1/clusters/${encodeURIComponent(cluster)}/why-not?${new URLSearchParams(query).toString()}`;
      const accept = output === undefined ? 'text/plain' : 'application/json';
      const response = await client.fetch(path, { headers: { accept } }).catch(async (error: unknown) => {
        if (at === undefined && isNotFound(error)) await requirePod(berth, pod, 'why-not', ...(node ? [node] : []));
        throw error;
      });
      if (output === undefined) terminal.print((await response.text()).trimEnd());
      else printValue((await response.json()) as object, output, terminal);
    })
    .addHelpText(
      'after',
      examples(
        ['berth why-not -c prod shop/report gpu-1', 'what keeps it off gpu-1, and the least that would let it there'],
        ['berth why-not -c prod shop/report', 'the nodes that are cheapest to make fit'],
        ['berth why-not -c prod shop/report web-1 --requests', 'and the requests with which it would go there'],
        ['berth why-not -c prod shop/report gpu-1 --costs removeTaint:0', 'if taints cost nothing'],
      ),
    );
}
