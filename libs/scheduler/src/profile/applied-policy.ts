/** A name of a Policy, and what it became. */
export interface TranslatedName {
  readonly name: string;
  /** What kube-scheduler v1.20 knows it by; empty for one that it passes over. */
  readonly key: string;
  /** The plugins that do it. */
  readonly plugins: readonly string[];
}

/** What became of each entry, in the order of the Policy; null where it has no such list and the defaults hold. */
export interface PolicyTranslation {
  readonly predicates: readonly TranslatedName[] | null;
  readonly priorities: readonly TranslatedName[] | null;
  readonly alwaysCheckAllPredicates: boolean;
}

/** What a profile that was read from a Policy does otherwise than others. */
export interface AppliedPolicy {
  /**
   * A node that does not fit has the reasons of every failing filter; it is unresolvable as soon as one of
   * them says so, and any filter that errs ends the attempt.
   */
  readonly alwaysCheckAllPredicates: boolean;
  readonly translation: PolicyTranslation;
}
