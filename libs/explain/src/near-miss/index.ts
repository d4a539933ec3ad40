import type { IncomingPod, Profile, ReadableSnapshot } from '#scheduler';
import { defaultSpread } from '../labels/index.js';
import { nodeNeeded, type NodeNeeded } from './kind-of-node.js';
import type { NearMiss } from './near-miss.js';
import { nearNamespaces } from './near-namespaces.js';
import { nearLabels, nearNames, nearTaints } from './near-nodes.js';
import { nearResources } from './near-resources.js';

export type { NodeNeeded } from './kind-of-node.js';
export { nodeNeeded } from './kind-of-node.js';
export { nearLabels, nearNames } from './near-nodes.js';
export { counted, type NearMiss } from './near-miss.js';

/** What a pod asks for and no node gives. */
export interface Unmet {
  /** What the pod asks for that nothing has, and that something nearly has. */
  readonly nearMisses: readonly NearMiss[];
  /** The kind of node that the pod asks for and the cluster does not have; null where some node is of that kind. */
  readonly nodeNeeded: NodeNeeded | null;
}

export const NOTHING_UNMET: Unmet = Object.freeze({ nearMisses: [], nodeNeeded: null });

/** Where it is looked, and what may be named. */
export interface UnmetScope {
  readonly snapshot: ReadableSnapshot;
  /** Its default constraints ask for labels too. */
  readonly profile: Pick<Profile, 'points'>;
  readonly identityLabels?: readonly string[];
  /** The namespaces that the reader may know; all unless given. */
  readonly mayName?: (namespace: string) => boolean;
}

export function unmetBy(incoming: IncomingPod, scope: UnmetScope): Unmet {
  const { snapshot, identityLabels, mayName = () => true } = scope;
  const { pod } = incoming;
  const defaultKeys = defaultSpread(incoming, scope).map(({ topologyKey }) => topologyKey);
  return {
    nearMisses: [
      ...nearLabels(pod, snapshot.nodes, defaultKeys),
      ...nearNames(pod, snapshot.nodes),
      ...nearTaints(pod, snapshot),
      ...nearNamespaces(incoming, snapshot, mayName),
      ...nearResources(incoming, snapshot),
    ],
    nodeNeeded: nodeNeeded(pod, snapshot, { identityLabels, defaultKeys }),
  };
}

/** Sentences, each with a space behind it; empty where nothing is unmet. */
export function unmetInWords({ nearMisses, nodeNeeded: needed }: Unmet): string {
  const all = [...(needed === null ? [] : [needed.sentence]), ...nearMisses.map(({ sentence }) => sentence)];
  return all.map((sentence) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. `).join('');
}
