import type { Condition, KubernetesObject, ObjectMeta } from '#kubernetes';
import type { LabelMatcher, LabelSelector } from '#apimachinery';
import { matcherOf } from '../../state/index.js';

/** The template of pods, as far as controllers look into it. */
export interface Template {
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec?: object;
}

/** A ReplicaSet, or a ReplicationController, whose selector is a map of labels. */
export interface ReplicaSet extends KubernetesObject {
  spec: {
    readonly replicas?: number;
    readonly minReadySeconds?: number;
    readonly selector?: LabelSelector | Readonly<Record<string, string>>;
    readonly template?: Template;
  };
  status?: ReplicaSetStatus;
}

export interface ReplicaSetStatus {
  readonly replicas?: number;
  readonly fullyLabeledReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly observedGeneration?: number;
  readonly conditions?: readonly Condition[];
}

/** A kind that keeps a number of pods. */
export interface ReplicaKind {
  readonly kind: 'ReplicaSet' | 'ReplicationController';
  readonly matcher: (set: ReplicaSet) => LabelMatcher;
}

export const REPLICA_SETS: ReplicaKind = { kind: 'ReplicaSet', matcher: ({ spec }) => matcherOf(spec.selector) };

const selectors = new WeakMap<object, LabelSelector>();

export const REPLICATION_CONTROLLERS: ReplicaKind = {
  kind: 'ReplicationController',
  matcher: ({ spec: { selector } }) => {
    if (selector === undefined) return matcherOf(undefined);
    let whole = selectors.get(selector);
    if (whole === undefined) {
      whole = { matchLabels: selector as Record<string, string> };
      selectors.set(selector, whole);
    }
    return matcherOf(whole);
  },
};

export function wantedReplicas({ spec: { replicas = 1 } }: ReplicaSet): number {
  return replicas;
}
