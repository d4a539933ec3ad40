import type { Node, Pod, Taint } from '#scheduler';
import { afterEviction, tolerates } from '#kubernetes';
import {
  Disruptions,
  leavesByItself,
  localDataOf,
  refusalInWords,
  selectedNodes,
  type HypotheticalCluster,
  type NodeSelection,
} from '../cluster/index.js';
import type { Change, StepOutcome, StepProblem, TaintName } from './step.js';
import { subjectOf } from './subject.js';

/** No pod comes to the nodes any more. */
export const cordon: Change<'cordon'> = (cluster, selection) =>
  changing(cluster, selection, { counted: 'cordoned', change: (node) => withUnschedulable(node, true) });

export const uncordon: Change<'uncordon'> = (cluster, selection) =>
  changing(cluster, selection, { counted: 'uncordoned', change: (node) => withUnschedulable(node, false) });

/** Labels come, change, and go where they are null. */
export const label: Change<'label'> = (cluster, { labels, ...selection }) =>
  changing(cluster, selection, {
    counted: 'labelled',
    change: (node) => {
      const all = Object.entries({ ...node.metadata?.labels, ...labels }).filter(([, value]) => value !== null);
      return { ...node, metadata: { ...node.metadata, labels: Object.fromEntries(all) as Record<string, string> } };
    },
  });

/** Taints come and go; pods that do not tolerate one of effect NoExecute leave, without regard to budgets. */
export const taint: Change<'taint'> = (cluster, { add = [], remove = [], ...selection }) => {
  const selected = selectedNodes(cluster.snapshot, selection);
  if ('faults' in selected) return selected;
  const tainted = changing(cluster, selection, {
    counted: 'tainted',
    change: (node) => ({
      ...node,
      spec: { ...node.spec, taints: taintsAfter(node.spec?.taints ?? [], { add, remove }) },
    }),
  });
  if ('faults' in tainted) return tainted;
  const evicting = add.filter(({ effect }) => effect === 'NoExecute');
  const leaving = podsOn(cluster, selected.names).filter((pod) => !toleratesAll(pod, evicting));
  const left = leave(cluster, leaving);
  return { counts: { ...tainted.counts, ...left.counts }, problems: left.problems };
};

function taintsAfter(
  taints: readonly Taint[],
  { add, remove }: { readonly add: readonly Taint[]; readonly remove: readonly TaintName[] },
): readonly Taint[] {
  const goes = (taint: Taint): boolean =>
    remove.some(({ key, effect }) => key === taint.key && (effect ?? taint.effect) === taint.effect) ||
    add.some(({ key, effect }) => key === taint.key && effect === taint.effect);
  return [...taints.filter((one) => !goes(one)), ...add];
}

function toleratesAll({ spec }: Pod, taints: readonly Taint[]): boolean {
  const tolerations = spec?.tolerations ?? [];
  return taints.every((one) => tolerations.some((toleration) => tolerates(toleration, one)));
}

/**
 * Cordons the nodes and evicts their pods one after the other, as far as budgets allow it now; those of DaemonSets
 * stay. What was evicted waits to be scheduled.
 */
export const drain: Change<'drain'> = (cluster, selection) => {
  const cordoned = cordon(cluster, selection);
  if ('faults' in cordoned) return cordoned;
  const selected = selectedNodes(cluster.snapshot, selection);
  if ('faults' in selected) return selected;
  const problems: StepProblem[] = [];
  const counts = { ...cordoned.counts, evicted: 0, stayed: 0, lost: 0 };
  const disruptions = new Disruptions(cluster.snapshot);
  for (const pod of podsOn(cluster, selected.names).filter((one) => afterEviction(one) !== 'stays')) {
    const refused = disruptions.refusing(pod);
    if (refused === null) {
      const left = leave(cluster, [pod]);
      counts.evicted += 1;
      counts.lost += left.counts.lost;
      problems.push(...left.problems);
      continue;
    }
    counts.stayed += 1;
    problems.push({ subject: subjectOf('Pod', pod), message: refusalInWords(refused) });
  }
  return { counts, problems };
};

/** The nodes are gone, and their pods with them: controllers make theirs again, except DaemonSets. */
export const removeNodes: Change<'removeNodes'> = (cluster, selection) => {
  const selected = selectedNodes(cluster.snapshot, selection);
  if ('faults' in selected) return selected;
  const pods = podsOn(cluster, selected.names);
  const own = pods.filter((pod) => afterEviction(pod) === 'stays');
  for (const pod of own) cluster.removePod(pod);
  const left = leave(
    cluster,
    pods.filter((pod) => afterEviction(pod) !== 'stays'),
  );
  cluster.removeNodes(selected.names);
  return { counts: { removed: selected.names.length, ...left.counts }, problems: left.problems };
};

function podsOn(cluster: HypotheticalCluster, names: readonly string[]): Pod[] {
  return cluster.podsOn(names).map(({ pod }) => pod);
}

interface Left {
  readonly counts: { readonly pending: number; readonly lost: number };
  readonly problems: readonly StepProblem[];
}

/**
 * Pods leave their nodes: those that a controller makes again wait for another one, the others are lost, except those
 * that are on their way out.
 */
function leave(cluster: HypotheticalCluster, pods: readonly Pod[]): Left {
  const leaving = pods.filter((pod) => !leavesByItself(pod));
  const lost = leaving.filter((pod) => afterEviction(pod) === 'lost');
  for (const pod of pods) {
    if (afterEviction(pod) === 'lost' || leavesByItself(pod)) cluster.removePod(pod);
    else cluster.replacePod(pod);
  }
  return { counts: { pending: leaving.length - lost.length, lost: lost.length }, problems: leaving.flatMap(lossesOf) };
}

/** What is lost when a pod leaves its node. */
function lossesOf(pod: Pod): StepProblem[] {
  const emptyDir = localDataOf(pod)?.emptyDir ?? [];
  const messages = [
    ...(afterEviction(pod) === 'lost' ? ['no controller makes it again: it is gone'] : []),
    ...(emptyDir.length > 0 ? [`the data of its emptyDir is lost (volume ${emptyDir.join(', ')})`] : []),
  ];
  return messages.map((message) => ({ subject: subjectOf('Pod', pod), message }));
}

interface NodeChange {
  /** What the changed nodes are counted as. */
  readonly counted: string;
  readonly change: (node: Node) => Node;
}

/** Changes the selected nodes, as a write of each would. */
function changing(
  cluster: HypotheticalCluster,
  selection: NodeSelection,
  { counted, change }: NodeChange,
): StepOutcome {
  const selected = selectedNodes(cluster.snapshot, selection);
  if ('faults' in selected) return selected;
  for (const name of selected.names) {
    const node = cluster.node(name);
    if (node === undefined) throw new Error(`node ${name} was not read`);
    const result = cluster.admission.change(JSON.parse(JSON.stringify(change(node))), node);
    if ('problems' in result) return { faults: result.problems };
    if ('forbidden' in result) return { faults: result.forbidden.map((message) => ({ field: '', message })) };
    cluster.setNode(result.object);
  }
  return { counts: { [counted]: selected.names.length }, problems: [] };
}

function withUnschedulable(node: Node, unschedulable: boolean): Node {
  return { ...node, spec: { ...node.spec, unschedulable } };
}
