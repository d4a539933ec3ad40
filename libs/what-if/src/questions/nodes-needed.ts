import {
  askNode,
  IncomingPod,
  IncrementalExecutor,
  type Node,
  type PlacedPod,
  type Pod,
  type Profile,
  type Snapshot,
} from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { faultsAt, NotPossible } from '../not-possible.js';
import { place } from '../placing/index.js';
import { newNodes } from '../steps/index.js';
import { addNewNode, daemonsOn, type NewNode } from './new-node.js';
import { assumeVolumes } from '../volumes/index.js';
import { cheapestMix, priceOf, type FoundMix, type Mix } from './cheapest-mix.js';
import { imported } from './imported.js';
import { counted, listed, nameOf, verb, type PodName } from './named.js';
import { question, type ByProfile, type QuestionTrial } from './question.js';
import { RoomNeeded } from './room-needed.js';

/** Which nodes have to be added for all that is pending? */
export const nodesNeeded = question({
  texts: ({ manifests }: NodesNeededBody) => (manifests === undefined ? [] : [{ field: 'manifests', text: manifests }]),
  wanted: () => ({ daemons: true }),
  input: (
    { cluster, texts, profileOf, pending, causesOf },
    { shapes, mostNodes, trials, profile }: NodesNeededBody,
  ): NodesNeededInput => {
    const given = texts.flatMap((text) => imported(cluster, text).waiting);
    const servedBy = profileOf(profile);
    const made = shapes.map(({ name, price, node }, index) => {
      const metadata = { ...(node['metadata'] as object | undefined), name };
      const result = newNodes(cluster, { count: mostNodes, node: { ...node, metadata } });
      if ('faults' in result) throw new NotPossible(faultsAt(`shapes[${index}].node`, result.faults));
      return { name, price, nodes: result.nodes, daemons: daemonsOn(cluster, result.nodes, servedBy) };
    });
    const pods = pending();
    for (const { pod } of given) if (!pods.includes(pod)) cluster.findings.ignore(NOT_TRIED);
    assumeVolumes(cluster, pods);
    return { pods, shapes: made, profileOf: servedBy, mostTrials: trials, causesOf };
  },
  answer,
});

const NOT_TRIED = {
  apiVersion: 'v1',
  kind: 'Pod',
  message: 'pods with scheduling gates, and pods of schedulers that no profile serves, are left out',
  matters: true,
};

export interface NodesNeededBody extends ByProfile {
  readonly shapes: readonly { readonly name: string; readonly price: number; readonly node: Record<string, unknown> }[];
  readonly manifests?: string;
  readonly mostNodes: number;
  readonly trials: number;
}

/** Nodes that may be added. */
export interface Shape {
  readonly name: string;
  /** What one of them costs, in any unit. */
  readonly price: number;
  /** As many as may be added of it, each with a name of its own; at least one. */
  readonly nodes: readonly Node[];
  /** What DaemonSets run on each of them; nothing unless given. */
  readonly daemons?: readonly PlacedPod[];
}

/** The cheapest nodes that make room for all pods. */
export interface NodesNeededAnswer {
  /** Null where no mix that was tried is enough. */
  readonly mix: readonly { readonly shape: string; readonly count: number }[] | null;
  readonly nodes: number | null;
  readonly price: number | null;
  /** Whether every cheaper mix was tried, or is known not to do. */
  readonly proven: boolean;
  /** How many mixes were tried. */
  readonly trials: number;
  /** Pods that get a node by it, and those that have one as it is. */
  readonly pods: { readonly asked: number; readonly placedAnyway: number };
  /** Pods that fit on none of the shapes: they are left out. */
  readonly impossible: readonly ImpossiblePod[];
  readonly sentence: string;
}

/** A pod that no shape has room for. */
export interface ImpossiblePod {
  readonly pod: PodName;
  /** Why it fits on no node that is there. */
  readonly message: string;
  /** Why it does not fit on one new node of each shape, with nothing else of the pending pods on it. */
  readonly shapes: readonly { readonly shape: string; readonly causes: readonly string[] }[];
}

export interface NodesNeededInput extends Pick<QuestionTrial, 'causesOf'> {
  /** In the order in which they are tried. */
  readonly pods: readonly Pod[];
  readonly shapes: readonly Shape[];
  readonly profileOf: (pod: Pod) => Profile;
  readonly mostTrials: number;
}

/** Nodes in a trial together with those that are there. */
interface Trial {
  readonly base: Snapshot;
  readonly at: string;
  readonly profileOf: (pod: Pod) => Profile;
}

/**
 * Tries mixes by their price until every pod finds a node, as the scheduler places them one after the other. Pods that
 * fit on none of the shapes are left out.
 */
function* answer(
  cluster: HypotheticalCluster,
  { pods, shapes, profileOf, mostTrials, causesOf }: NodesNeededInput,
): Generator<void, NodesNeededAnswer, undefined> {
  const trial = { base: cluster.snapshot, at: cluster.at, profileOf };
  const unplaced = new Map((yield* tryNodes(trial, { nodes: [], pods })).map(({ pod, message }) => [pod, message]));
  const impossible = yield* impossibleOf(trial, { pods: [...unplaced.keys()], shapes, causesOf });
  const asked = pods.filter((pod) => !impossible.has(pod));
  const room = new RoomNeeded(cluster.snapshot, { pods: asked, shapes: shapes.flatMap(firstOf), profileOf });
  const prices = shapes.map(({ price }) => price);
  const found = yield* cheapestMix({
    prices,
    mostNodes: Math.min(...shapes.map(({ nodes }) => nodes.length)),
    mostTrials,
    lacks: (mix) => room.lacks(mix, prices),
    does: function* (mix) {
      return (yield* tryNodes(trial, { nodes: nodesOf(mix, shapes), pods: asked, untilOne: true })).length === 0;
    },
  });
  return answerOf(
    { ...found, prices, shapes },
    {
      pods: { asked: pods.length, placedAnyway: pods.length - unplaced.size },
      impossible: Array.from(impossible, ([pod, why]) => ({
        pod: nameOf(pod),
        message: unplaced.get(pod) ?? '',
        shapes: why,
      })),
    },
  );
}

function nodesOf(mix: Mix, shapes: readonly Shape[]): NewNode[] {
  return mix.flatMap((count, index) => {
    const { nodes = [], daemons = [] } = shapes[index] ?? {};
    return nodes.slice(0, count).map((node) => ({ node, daemons }));
  });
}

function firstOf({ nodes: [node], daemons = [] }: Shape): NewNode[] {
  return node === undefined ? [] : [{ node, daemons }];
}

/** The pods that find no node; with `untilOne` it ends with the first. */
function* tryNodes(
  { base, at, profileOf }: Trial,
  { nodes, pods, untilOne = false }: { nodes: readonly NewNode[]; pods: readonly Pod[]; untilOne?: boolean },
): Generator<void, { readonly pod: Pod; readonly message: string }[], undefined> {
  const snapshot = base.fork();
  for (const node of nodes) addNewNode(snapshot, node);
  const placing = { snapshot, executor: new IncrementalExecutor(), profileOf, at };
  const unplaced: { pod: Pod; message: string }[] = [];
  for (const pod of pods) {
    const { node, message } = place(placing, pod);
    if (node === null) unplaced.push({ pod, message });
    if (untilOne && unplaced.length > 0) break;
    yield;
  }
  return unplaced;
}

/** The pods that one new node of no shape has room for, with nothing else on it, and what is in the way on each. */
function* impossibleOf(
  { base, profileOf }: Trial,
  { pods, shapes, causesOf }: Pick<NodesNeededInput, 'pods' | 'shapes' | 'causesOf'>,
): Generator<void, Map<Pod, ImpossiblePod['shapes']>, undefined> {
  const snapshot = base.fork();
  const rows = shapes.flatMap((shape) =>
    firstOf(shape).map((node) => ({ shape: shape.name, row: addNewNode(snapshot, node) })),
  );
  const impossible = new Map<Pod, ImpossiblePod['shapes']>();
  for (const pod of pods) {
    yield;
    const profile = profileOf(pod);
    const asked = { profile, snapshot, pod: new IncomingPod(pod) };
    if (rows.some(({ row }) => askNode(asked, row).status === null)) continue;
    const causes = rows.map(({ shape, row }) => ({ shape, causes: causesOf({ snapshot, row, pod, profile }) }));
    impossible.set(pod, causes);
  }
  return impossible;
}

function answerOf(
  { mix, proven, trials, prices, shapes }: FoundMix & { prices: readonly number[]; shapes: readonly Shape[] },
  reported: Pick<NodesNeededAnswer, 'pods' | 'impossible'>,
): NodesNeededAnswer {
  const some = mix?.flatMap((count, index) => (count > 0 ? [{ shape: shapes[index]?.name ?? '', count }] : [])) ?? null;
  const answer = {
    mix: some,
    nodes: some === null ? null : some.reduce((sum, { count }) => sum + count, 0),
    price: mix === null ? null : priceOf(mix, prices),
    proven,
    trials,
    ...reported,
  };
  return { ...answer, sentence: sentenceOf(answer) };
}

function sentenceOf({ mix, price, impossible, pods, trials }: Omit<NodesNeededAnswer, 'sentence'>): string {
  const without = impossible.length === 0 ? '' : ` ${impossibleSentence(impossible)}`;
  const asked = pods.asked - impossible.length;
  if (mix === null)
    return `No mix was found in ${counted(trials, 'trial')} that has room for ${counted(asked, 'pod')}.${without}`;
  if (asked === 0 && impossible.length > 0) return `No node of these shapes helps.${without}`;
  if (asked === 0 && mix.length === 0) return 'No node is needed: no pod waits for one.';
  if (mix.length === 0)
    return `No node is needed: ${counted(asked, 'pod')} ${verb(asked, 'fits', 'fit')} as it is.${without}`;
  const shapes = listed(mix.map(({ shape, count }) => `${count} ${shape}`));
  const makes = verb(
    mix.reduce((sum, { count }) => sum + count, 0),
    'makes',
    'make',
  );
  return `${shapes} (price ${price}) ${makes} room for ${counted(asked, 'pod')}.${without}`;
}

const MOST_CAUSES = 3;

/** How many pods fit on no shape, and the causes on it that most of them have. */
function impossibleSentence(impossible: readonly ImpossiblePod[]): string {
  const counts = new Map<string, number>();
  for (const { shapes } of impossible) {
    for (const { shape, causes } of shapes) {
      for (const cause of causes) {
        const text = `on ${shape}, ${cause}`;
        counts.set(text, (counts.get(text) ?? 0) + 1);
      }
    }
  }
  const ranked = [...counts].sort(([, a], [, b]) => b - a);
  const causes = ranked.slice(0, MOST_CAUSES).map(([text, pods]) => `${text} (${counted(pods, 'pod')})`);
  const others = ranked.length - MOST_CAUSES;
  const more = others > 0 ? [`and ${counted(others, 'other cause')}`] : [];
  const none = `${counted(impossible.length, 'pod')} would fit on none of the shapes`;
  return causes.length === 0 ? `${none}.` : `${none}: ${[...causes, ...more].join('; ')}.`;
}
