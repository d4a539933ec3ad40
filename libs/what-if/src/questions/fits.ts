import { compareQueued, type Pod, type Profile } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { place, type Placement } from '../placing/index.js';
import { importedPods } from './imported-pods.js';
import { counted, nameOf, verb, reasonsOf, type PodName } from './named.js';
import { question, type ByProfile } from './question.js';

/** Do these pods, or those of these workloads, fit? */
export const fits = question({
  texts: ({ manifests }: FitsBody) => [{ field: 'manifests', text: manifests }],
  input: ({ cluster, texts, profileOf }, { profile }: FitsBody) => {
    const coming = texts.flatMap((text) => importedPods(cluster, text)).sort(compareQueued);
    return { pods: coming.map(({ pod }) => pod), profileOf: profileOf(profile) };
  },
  answer,
});

export interface FitsBody extends ByProfile {
  readonly manifests: string;
}

/** Whether pods fit, and where they would go. */
export interface FitsAnswer {
  readonly fits: boolean;
  readonly pods: readonly {
    readonly pod: PodName;
    readonly outcome: Placement['outcome'];
    readonly node: string | null;
    readonly message: string;
  }[];
  /** Why pods have no node, the most frequent reason first. */
  readonly reasons: readonly { readonly message: string; readonly pods: number }[];
  readonly sentence: string;
}

/** Places the pods one after the other, in the order in which they are given. */
function* answer(
  { snapshot, executor, at }: HypotheticalCluster,
  { pods, profileOf }: { readonly pods: readonly Pod[]; readonly profileOf: (pod: Pod) => Profile },
): Generator<void, FitsAnswer, undefined> {
  const placed: Placement[] = [];
  for (const pod of pods) {
    placed.push(place({ snapshot, executor, at, profileOf }, pod));
    yield;
  }
  const left = placed.filter(({ node }) => node === null);
  const reasons = reasonsOf(left.map(({ message }) => message));
  return {
    fits: left.length === 0,
    pods: placed.map(({ pod, ...end }) => ({ pod: nameOf(pod), ...end })),
    reasons,
    sentence: left.length === 0 ? fit(placed) : notFit(placed.length, left),
  };
}

function fit(placed: readonly Placement[]): string {
  const nodes = new Set(placed.map(({ node }) => node)).size;
  return `It fits: ${counted(placed.length, 'pod')} on ${counted(nodes, 'node')}.`;
}

function notFit(asked: number, left: readonly Placement[]): string {
  const [reason] = reasonsOf(left.map(({ message }) => message));
  const find = verb(left.length, 'finds', 'find');
  return `It does not fit: ${left.length} of ${counted(asked, 'pod')} ${find} no node. ${reason?.message ?? ''}`;
}
