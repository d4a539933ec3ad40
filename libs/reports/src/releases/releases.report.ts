import { ClusterAdviceService } from '#questions';
import { integer, key, report, text, valueOrRefused } from '../report/index.js';

/** What would let pods go that wait. */
export const releases = report({
  name: 'releases',
  summary: 'Changes that would place pending pods',
  description:
    'Changes of nodes that would place pods for which there is no room, each tried by itself on a copy of the ' +
    'cluster in memory: removing a taint, uncordoning nodes, adding a node like an existing one. The change that ' +
    'places the most pods is first. The same computation as the explanation of pending pods.',
  about: 'state',
  parameters: [],
  columns: {
    kind: key(text('`addNode`, `removeTaint` or `uncordon`.')),
    change: key(text('The change as an instruction.')),
    nodes: integer('nodes', 'Nodes that it changes; of `addNode`, existing nodes of the shape.'),
    released: integer('pods', 'Pods that have a node with the change, and none without it.'),
    stuck: integer('pods', 'Pods that have no node without a change.'),
    pods: text('The first 20 of the released pods as `NAMESPACE/NAME`, separated by `; `.'),
  },
  async *rows(frame) {
    const advice = new ClusterAdviceService(frame.source);
    const which = { cluster: frame.cluster.id, at: String(frame.upTo) };
    const { changes, stuck } = valueOrRefused(await advice.pending(frame.caller, which));
    for (const { kind, sentence, nodeCount, released, pods } of changes) {
      const names = pods.map(({ namespace, name }) => `${namespace}/${name}`).join('; ');
      yield { kind, change: sentence, nodes: nodeCount, released, stuck, pods: names };
    }
  },
});
