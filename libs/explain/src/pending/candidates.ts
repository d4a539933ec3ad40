import type { Taint } from '#kubernetes';
import type { Node } from '#scheduler';
import { isByController, isOfMachine, taintInWords } from '../explainers/index.js';
import { CORDON } from '../pair/index.js';

/** A change of the nodes that may let pending pods go. */
export interface Candidate {
  readonly kind: 'addNode' | 'removeTaint' | 'uncordon';
  /** The change as an instruction. */
  readonly sentence: string;
  /** Nodes that it changes; of a node that is added, those of its shape. */
  readonly nodes: readonly string[];
  readonly taint: Taint | null;
  /** A node that is added, without a name of its own: of which shape. Null where none is. */
  readonly shape: Node | null;
  /** Nodes as they are then, in the place of those of their names; one that is not there is added. */
  readonly changed: readonly Node[];
}

/** So many shapes of nodes are tried, those of the most nodes first. */
const MOST_SHAPES = 20;

const HOSTNAME = 'kubernetes.io/hostname';

/** Taints that might be lifted, nodes that might be uncordoned, and a node more of each shape that there is. */
export function candidates(nodes: readonly Node[]): readonly Candidate[] {
  return [...liftedTaints(nodes), ...uncordoned(nodes), ...addedNodes(nodes)];
}

function liftedTaints(nodes: readonly Node[]): readonly Candidate[] {
  const taints = new Map<string, Taint>();
  for (const { spec } of nodes)
    for (const { key, value, effect } of spec?.taints ?? []) {
      const taint = { key, effect, ...(value ? { value } : {}) } as Taint;
      if (effect !== 'PreferNoSchedule' && key !== CORDON.key && !isByController({ key }) && !isOfMachine({ key }))
        taints.set(JSON.stringify(taint), taint);
    }
  return [...taints.values()].map((taint) => {
    const having = nodes.filter(({ spec }) => (spec?.taints ?? []).some((one) => isSame(one, taint)));
    return {
      kind: 'removeTaint',
      sentence: `lift the taint ${taintInWords(taint)} from ${countedNodes(having)}`,
      nodes: having.map(nameOf),
      taint,
      shape: null,
      changed: having.map((node) => without(node, taint)),
    };
  });
}

function uncordoned(nodes: readonly Node[]): readonly Candidate[] {
  const cordoned = nodes.filter(({ spec }) => spec?.unschedulable === true);
  if (cordoned.length === 0) return [];
  return [
    {
      kind: 'uncordon',
      sentence: `uncordon ${countedNodes(cordoned)}`,
      nodes: cordoned.map(nameOf),
      taint: null,
      shape: null,
      changed: cordoned.map(open),
    },
  ];
}

function open(node: Node): Node {
  const untainted = without(node, CORDON);
  return { ...untainted, spec: { ...untainted.spec, unschedulable: false } };
}

/** Neither cordoned nor tainted by what befell one node. */
function asNew(node: Node): Node {
  const { spec, ...rest } = open(node);
  return { ...rest, spec: { ...spec, taints: (spec?.taints ?? []).filter((taint) => !isByController(taint)) } };
}

/** A node more like others: their labels but for those that name one node, their taints, and what they can give. */
function addedNodes(nodes: readonly Node[]): readonly Candidate[] {
  const shapes = new Map<string, Node[]>();
  for (const node of nodes.map(asNew)) {
    const key = JSON.stringify([shapeLabels(node), node.spec?.taints ?? [], node.status?.allocatable ?? {}]);
    const alike = shapes.get(key) ?? [];
    alike.push(node);
    shapes.set(key, alike);
  }
  const largest = [...shapes.values()].sort((a, b) => b.length - a.length).slice(0, MOST_SHAPES);
  return largest.flatMap((alike) => {
    const [like] = alike;
    if (like === undefined) return [];
    return {
      kind: 'addNode' as const,
      sentence: `add a node like ${nameOf(like)} (${sizeInWords(like)})`,
      nodes: alike.map(nameOf),
      taint: null,
      shape: shapeOf(like),
      changed: [
        { ...like, metadata: { ...like.metadata, name: ADDED, labels: { ...shapeLabels(like), [HOSTNAME]: ADDED } } },
      ],
    };
  });
}

/** No node of a cluster is called so: capital letters are none of a name. */
const ADDED = 'ADDED';

/** As a what-if adds nodes: its name is the prefix of theirs. */
function shapeOf(like: Node): Node {
  return {
    metadata: { name: nameOf(like), labels: shapeLabels(like) },
    spec: { taints: like.spec?.taints ?? [] },
    status: { allocatable: like.status?.allocatable ?? {} },
  };
}

function shapeLabels({ metadata }: Node): Readonly<Record<string, string>> {
  const labels = Object.entries(metadata?.labels ?? {}).filter(([, value]) => value !== metadata?.name);
  return Object.fromEntries(labels.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sizeInWords({ status }: Node): string {
  return Object.entries(status?.allocatable ?? {})
    .filter(([resource, amount]) => resource !== 'pods' && String(amount) !== '0')
    .map(([resource, amount]) => `${String(amount)} ${resource}`)
    .join(', ');
}

function without(node: Node, taint: Taint): Node {
  return { ...node, spec: { ...node.spec, taints: (node.spec?.taints ?? []).filter((one) => !isSame(one, taint)) } };
}

function isSame(one: Taint, other: Taint): boolean {
  return one.key === other.key && one.effect === other.effect && (one.value ?? '') === (other.value ?? '');
}

function nameOf({ metadata }: Node): string {
  return metadata?.name ?? '';
}

function countedNodes(nodes: readonly Node[]): string {
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? nameOf(only) : `${nodes.length} nodes`;
}
