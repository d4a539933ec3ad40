import { labelValue } from '#apimachinery';
import type { IncomingPod, Pod, Profile, ReadableSnapshot } from '#scheduler';
import { defaultSpread } from './default-spread.js';
import { askedLabels, nearLabel, type NearLabel } from './near-label.js';
import { NodeIdentity } from './node-identity.js';

/** What is known of labels beside what the pod and the cluster say. */
export interface LabelScope {
  /** Labels, or domains of labels, that say what a node is beside those that are known to. */
  readonly identityLabels?: readonly string[] | undefined;
  /** The topology keys of the default constraints that hold for the pod. */
  readonly defaultKeys?: readonly string[];
}

/** Those of a pod, with what the default constraints of its profile ask for. */
export function settableLabelsFor(
  incoming: IncomingPod,
  { snapshot, profile, identityLabels }: PodScope,
): SettableLabels {
  const defaultKeys = defaultSpread(incoming, { snapshot, profile }).map(({ topologyKey }) => topologyKey);
  return new SettableLabels(incoming.pod, snapshot, { identityLabels, defaultKeys });
}

interface PodScope extends Pick<LabelScope, 'identityLabels'> {
  readonly snapshot: ReadableSnapshot;
  readonly profile: Pick<Profile, 'points'>;
}

/** Which labels of nodes may be set for a pod. The rule for all advice. */
export class SettableLabels {
  readonly #identity: NodeIdentity;
  readonly #near: ReadonlyMap<string, NearLabel>;

  constructor(
    { spec }: Pod,
    snapshot: Pick<ReadableSnapshot, 'nodes' | 'objects'>,
    { identityLabels = [], defaultKeys = [] }: LabelScope = {},
  ) {
    this.#identity = new NodeIdentity(snapshot, identityLabels);
    const near = askedLabels({ spec: spec ?? {} }, defaultKeys).map(
      (asked) => [asked.key, nearLabel(asked, snapshot.nodes)] as const,
    );
    this.#near = new Map(near.flatMap(([key, found]) => (found === undefined ? [] : [[key, found]])));
  }

  /**
   * Whether a person may set the label: it does not say what the node is, and the pod does not ask for it by a slip, of
   * which every node would have to be given a copy.
   */
  maySet(key: string): boolean {
    return !this.#identity.says(key) && !this.#near.has(key);
  }

  /** The label of a node that the pod probably means by a key that it asks for. */
  meantBy(key: string, labels: Readonly<Record<string, string>> | undefined): NearLabel['nearest'] | undefined {
    const meant = this.#near.get(key)?.nearest;
    if (meant === undefined) return undefined;
    const value = labelValue(labels, meant.key);
    return value !== undefined && (meant.value === undefined || meant.value === value) ? meant : undefined;
  }

  /** How many labels that the pod probably means a node does not have. */
  lackedBy(labels: Readonly<Record<string, string>> | undefined): number {
    return [...this.#near.keys()].filter((key) => this.meantBy(key, labels) === undefined).length;
  }
}
