import type { ClusterAt } from '#cluster';
import { type Outcome, ok } from '#requests';
import type { Caller } from '#database';
import { compareQueued, podUid, type Pod, type Snapshot } from '#scheduler';
import {
  applyStep,
  drainNodes,
  fits,
  howMany,
  loss,
  newNodes,
  nodesNeeded,
  repack,
  selectedNodes,
  type DrainAnswer,
  type FitsAnswer,
  type HowManyAnswer,
  type ImportedObject,
  type LossAnswer,
  type NodeSelection,
  type NodesNeededAnswer,
  type RepackAnswer,
} from '#what-if';
import type { ProfileRequest } from '#scheduling';
import type { StateSource } from '../explain/index.js';
import { taken } from '../slices/index.js';
import { beginningOf, type Wanted } from './beginning.js';
import { objectsOf } from './manifests.js';
import { Trial, unlessImpossible } from './trial.js';
import { wantedBy } from './wanted.js';
import { faultsAt, NotPossible } from './what-if-request.js';

/** By which profile pods are placed: each by that of its schedulerName unless given. */
interface ByProfile {
  readonly profile?: ProfileRequest;
}

/** What each question is asked with, by its name. */
export interface QuestionBodies {
  readonly fits: ByProfile & { readonly manifests: string };
  readonly 'how-many': ByProfile & {
    readonly templates: readonly { readonly manifests: string; readonly count: number }[];
    readonly most: number;
  };
  readonly drain: ByProfile & NodeSelection;
  readonly loss: ByProfile & { readonly topologyKey: string };
  readonly 'nodes-needed': ByProfile & {
    readonly shapes: readonly {
      readonly name: string;
      readonly price: number;
      readonly node: Record<string, unknown>;
    }[];
    readonly manifests?: string;
    readonly mostNodes: number;
    readonly trials: number;
  };
  readonly repack: ByProfile & { readonly most: number };
}

/** What each question is answered with. */
export interface QuestionAnswers {
  readonly fits: FitsAnswer;
  readonly 'how-many': HowManyAnswer;
  readonly drain: DrainAnswer;
  readonly loss: LossAnswer;
  readonly 'nodes-needed': NodesNeededAnswer;
  readonly repack: RepackAnswer;
}

export type QuestionName = keyof QuestionBodies;

/** A question with its body. */
export interface Question<Name extends QuestionName = QuestionName> {
  readonly name: Name;
  readonly body: QuestionBodies[Name];
}

/** How one question is answered. */
interface Asker<Name extends QuestionName> {
  /** The objects of its manifests, text by text. */
  readonly texts: (body: QuestionBodies[Name]) => readonly { readonly field: string; readonly text: string }[];
  readonly wanted: (body: QuestionBodies[Name], snapshot: Snapshot) => Partial<Wanted>;
  readonly answer: (
    trial: Trial,
    body: QuestionBodies[Name],
    texts: readonly Text[],
  ) => Generator<void, QuestionAnswers[Name], undefined>;
}

interface Text {
  readonly field: string;
  readonly objects: readonly ImportedObject[];
}

/** Pods are packed by how full a node is, and nothing else draws them apart. */
const PACKING = {
  schedulerName: 'repack',
  plugins: { score: { disabled: [{ name: 'NodeResourcesBalancedAllocation' }, { name: 'PodTopologySpread' }] } },
  pluginConfig: [
    {
      name: 'NodeResourcesFit',
      args: {
        scoringStrategy: {
          type: 'MostAllocated',
          resources: [
            { name: 'cpu', weight: 1 },
            { name: 'memory', weight: 1 },
          ],
        },
      },
    },
  ],
};

/** The questions, a line each. */
const ASKERS: { readonly [Name in QuestionName]: Asker<Name> } = {
  fits: {
    texts: ({ manifests }) => [{ field: 'manifests', text: manifests }],
    wanted: () => ({}),
    answer: (trial, { profile }, texts) => {
      const pods = texts
        .flatMap((text) => importedPods(trial, text))
        .sort(compareQueued)
        .map(({ pod }) => pod);
      return fits(trial.beginning.cluster, { pods, profileOf: trial.engineProfileOf(profile, 'profile') });
    },
  },
  'how-many': {
    texts: ({ templates }) =>
      templates.map(({ manifests }, index) => ({ field: `templates[${index}].manifests`, text: manifests })),
    wanted: () => ({}),
    answer: (trial, { templates, most, profile }, texts) => {
      const parts = texts.flatMap((text, index) =>
        importedPods(trial, text).map(({ pod }) => ({ pod, count: templates[index]?.count ?? 1 })),
      );
      if (parts.length === 0) throw new NotPossible(faultsAt('templates', [{ field: '', message: 'make no pod' }]));
      const profileOf = trial.engineProfileOf(profile, 'profile');
      return howMany(trial.beginning.cluster, { templates: parts, most, profileOf });
    },
  },
  drain: {
    texts: () => [],
    wanted: (body, snapshot) => {
      const selected = selectedNodes(snapshot, body);
      return { wholeNodes: true, nodes: 'names' in selected ? selected.names : [] };
    },
    answer: (trial, body) => {
      const { cluster } = trial.beginning;
      const selected = selectedNodes(cluster.snapshot, body);
      if ('faults' in selected) throw new NotPossible(faultsAt('', selected.faults));
      return drainNodes(cluster, { names: selected.names, profileOf: trial.engineProfileOf(body.profile, 'profile') });
    },
  },
  loss: {
    texts: () => [],
    wanted: () => ({ all: true }),
    answer: (trial, { topologyKey, profile }) =>
      loss(trial.beginning.cluster, { topologyKey, profileOf: trial.engineProfileOf(profile, 'profile') }),
  },
  'nodes-needed': {
    texts: ({ manifests }) => (manifests === undefined ? [] : [{ field: 'manifests', text: manifests }]),
    wanted: () => ({}),
    answer: (trial, { shapes, mostNodes, trials, profile }, texts) => {
      const { cluster } = trial.beginning;
      for (const text of texts) importedPods(trial, text);
      const profileOf = trial.engineProfileOf(profile, 'profile');
      const made = shapes.map(({ name, price, node }, index) => {
        const metadata = { ...(node['metadata'] as object | undefined), name };
        const result = newNodes(cluster, { count: mostNodes, node: { ...node, metadata } });
        if ('faults' in result) throw new NotPossible(faultsAt(`shapes[${index}].node`, result.faults));
        return { name, price, nodes: result.nodes };
      });
      return nodesNeeded(cluster, {
        pods: trial.pending().map(({ pod }) => pod),
        shapes: made,
        profileOf,
        mostTrials: trials,
      });
    },
  },
  repack: {
    texts: () => [],
    wanted: () => ({ all: true, wholeNodes: true }),
    answer: (trial, { most, profile }) =>
      repack(trial.beginning.cluster, { most, profileOf: trial.engineProfileOf(profile ?? PACKING, 'profile') }),
  },
};

/** Answers a question about a cluster as it is or was. Nothing is written. */
export function answerQuestion<Name extends QuestionName>(
  caller: Caller,
  source: StateSource,
  { which, question: { name, body } }: { readonly which: ClusterAt; readonly question: Question<Name> },
): Promise<Outcome<QuestionAnswers[Name]>> {
  const asker = ASKERS[name] as Asker<Name>;
  return unlessImpossible(async () => {
    const texts: Text[] = [];
    for (const { field, text } of asker.texts(body)) texts.push({ field, objects: await objectsOf(text, field) });
    const imports = wantedBy(texts.map(({ objects }) => ({ import: { objects } })));
    const wanted = (snapshot: Snapshot): Wanted => ({ ...imports, ...asker.wanted(body, snapshot) });
    const begun = await beginningOf(caller, source, { which, wanted });
    if (begun.refused) return begun;
    const trial = new Trial(begun.value, { id: name, traces: false, caller });
    return ok(await taken(asker.answer(trial, body, texts), caller.signal));
  });
}

/** The pods that come in with the manifests and wait for a node. */
function importedPods({ beginning: { cluster } }: Trial, { field, objects }: Text): { pod: Pod; position: number }[] {
  const before = new Set([...cluster.pods()].map(({ pod }) => podUid(pod)));
  const outcome = applyStep(cluster, { import: { objects } });
  if ('faults' in outcome)
    throw new NotPossible(
      faultsAt(
        '',
        outcome.faults.map((fault) => ({ ...fault, field: fault.field.replace(/^import\.manifests/, field) })),
      ),
    );
  return [...cluster.pods()].filter(({ pod }) => !before.has(podUid(pod)) && pod.spec?.nodeName === undefined);
}
