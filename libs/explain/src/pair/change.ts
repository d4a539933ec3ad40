import type { AfterEviction } from '#kubernetes';
import type { HostPort, Taint, Toleration } from '#scheduler';

/** The taint of a node that is cordoned: kubectl sets a field, and a controller this. */
export const CORDON: Taint = Object.freeze({ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' });

/** A pod, named, and how important it is. */
export interface NamedPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly priority: number;
  readonly afterEviction: AfterEviction;
}

/** A PodDisruptionBudget that allows fewer disruptions than an eviction needs. */
export interface StrainedBudget {
  readonly namespace: string;
  readonly name: string;
  readonly allowed: number;
  readonly needed: number;
  /** A pod that it selects has another budget too: the eviction API refuses that, even if both allow it. */
  readonly severalBudgets?: true;
}

/** Pods that leave, the least important first, and the budgets that this would break. */
export interface Eviction {
  readonly pods: readonly NamedPod[];
  /** How many leave beside those, who may not be named; absent where everybody may. */
  readonly otherPods?: number;
  readonly budgets: readonly StrainedBudget[];
  readonly otherBudgets?: number;
}

/** The node gets more of a resource. */
export interface AddResource {
  readonly kind: 'addResource';
  readonly node: string;
  readonly resource: string;
  /** The least that is enough, as a quantity. */
  readonly amount: string;
  /** Of what the pod requests, from 0 to 1 and beyond. */
  readonly share: number;
}

/** Pods go that hold so much of a resource. */
export interface FreeResource extends Eviction {
  readonly kind: 'freeResource';
  readonly node: string;
  readonly resource: string;
  /** The least that is enough, as a quantity; the pods may hold more. */
  readonly amount: string;
}

/** The holders of a host port go. */
export interface FreePort extends Eviction {
  readonly kind: 'freePort';
  readonly node: string;
  readonly port: HostPort;
}

/** Pods go that are in the way by being there. */
export interface EvictPods extends Eviction {
  readonly kind: 'evictPods';
}

export interface AddToleration {
  readonly kind: 'addToleration';
  readonly toleration: Toleration;
}

export interface RemoveTaint {
  readonly kind: 'removeTaint';
  readonly node: string;
  readonly taint: Taint;
}

/** `value` null: the label goes. */
export interface SetNodeLabel {
  readonly kind: 'setNodeLabel';
  readonly node: string;
  readonly label: string;
  readonly value: string | null;
}

/** What a pod may ask for and could do without. */
export type RequirementField =
  | 'spec.nodeName'
  | 'spec.nodeSelector'
  | 'spec.affinity.nodeAffinity'
  | 'spec.affinity.podAffinity'
  | 'spec.affinity.podAntiAffinity'
  | 'spec.topologySpreadConstraints'
  | 'spec.containers.ports';

/** The pod asks for less: required terms go, or what `key` names of a field that has several. */
export interface RemovePodRequirement {
  readonly kind: 'removePodRequirement';
  readonly field: RequirementField;
  /** A label of `nodeSelector`, the index of a spread constraint, a host port; null: all of the field. */
  readonly key: string | null;
  /** What the pod probably means by a label that no node has: a label of the node, `pool=general`. */
  readonly meant?: string;
}

/** A volume is to be where the node is: its labels and its node affinity say so afterwards. */
export interface MoveVolume {
  readonly kind: 'moveVolume';
  readonly volume: string;
  readonly claim: { readonly namespace: string; readonly name: string };
  readonly labels: Readonly<Record<string, string>>;
}

export interface Uncordon {
  readonly kind: 'uncordon';
  readonly node: string;
}

/** One change of the pod, the node, or the pods and volumes around them. */
export type Change =
  | AddResource
  | FreeResource
  | FreePort
  | EvictPods
  | AddToleration
  | RemoveTaint
  | SetNodeLabel
  | RemovePodRequirement
  | MoveVolume
  | Uncordon;

export type ChangeKind = Change['kind'];

/** The pods that leave by the change. */
export function evicted(change: Change): readonly NamedPod[] {
  return 'pods' in change ? change.pods : [];
}

/** Tells two changes apart. */
export function changeKey(change: Change): string {
  return JSON.stringify(change);
}
