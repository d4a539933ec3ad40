import type { OtherPods } from './visible-state.js';

/** What an answer says of itself where its reader sees a part of the cluster. */
export interface Redacted {
  readonly redacted?: true;
  /** Pods of other teams on the nodes, which take room and are not looked at otherwise. */
  readonly others?: OtherPods;
}

/** The same answer, with what it leaves out. */
export function redactedFor<Answer extends object>(answer: Answer, others: OtherPods | null): Answer & Redacted {
  return others === null ? answer : { ...answer, redacted: true, others };
}

/** A sentence more. */
export function withOthers<Answer extends { readonly sentence: string }>(
  answer: Answer,
  others: OtherPods | null,
): Answer & Redacted {
  if (others === null) return answer;
  const sentence = `${answer.sentence} ${inWords(others)}`;
  return redactedFor({ ...answer, sentence }, others);
}

function inWords({ pods }: OtherPods): string {
  if (pods === 0) return 'No pod of another team is on a node.';
  const are = pods === 1 ? '1 pod of other teams counts' : `${pods} pods of other teams count`;
  return `${are} by the sum of requests on each node: their affinities, ports, volumes, devices and budgets do not.`;
}
