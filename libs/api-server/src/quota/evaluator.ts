import type { Amounts, KubernetesObject } from '#kubernetes';

/** How quotas count the objects of a kind. // as apiserver v1.34 quota.Evaluator */
export interface QuotaEvaluator<T extends KubernetesObject = KubernetesObject> {
  /** Whether objects of the kind differ in what they take. */
  readonly varies: boolean;
  /** Whether a change of an object is judged, as its creation is. */
  updates(object: T, before: T): boolean;
  /** Whether objects of this kind count in what a quota limits by this name. */
  tracks(resource: string): boolean;
  /** The scopes that the object is in, those of named classes with the class: `PriorityClass=high`. */
  scopes(object: T): readonly string[];
  /** What the object must say and does not, where a quota limits these resources; undefined where it says all. */
  missing(object: T, resources: readonly string[]): string | undefined;
  /** What it takes at that time, under every name by which a quota may limit it. */
  usage(object: T, at: Date): Amounts;
}
