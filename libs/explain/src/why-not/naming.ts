import type { Cause } from '../explainers/index.js';
import type { Change, Eviction, NamedPod } from '../pair/index.js';
import { othersInWords } from './in-words.js';
import type { Explained } from './explained.js';

/** Whether what lives in a namespace may be named to the reader. */
export type MayName = (namespace: string) => boolean;

/** What a filter's rejection comes from, in names that the reader may see: other pods are counted. */
export function namedIn(explained: Explained, mayName: MayName): Explained {
  return { ...explained, causes: explained.causes.map((cause) => namedCause(cause, mayName)) };
}

function namedCause(cause: Cause, mayName: MayName): Cause {
  const { heldBy = [], text, options } = cause;
  const named = podsIn(heldBy, mayName);
  return {
    ...cause,
    text: named.others === 0 ? text : `${text}: ${areInTheWay(named.others)}`,
    ...(cause.heldBy && { heldBy: named.pods, otherHolders: named.others }),
    options: options.map((option) => option.map((change) => namedChange(change, mayName))),
  };
}

function areInTheWay(others: number): string {
  return `${othersInWords(others)} ${others === 1 ? 'is' : 'are'} in the way`;
}

/** A change without the names of pods and budgets that the reader may not see. */
export function namedChange(change: Change, mayName: MayName): Change {
  if (!('pods' in change)) return change;
  const { pods, others: otherPods } = podsIn(change.pods, mayName);
  const budgets = change.budgets.filter(({ namespace }) => mayName(namespace));
  const eviction: Eviction = { pods, otherPods, budgets, otherBudgets: change.budgets.length - budgets.length };
  return { ...change, ...eviction };
}

function podsIn(
  pods: readonly NamedPod[],
  mayName: MayName,
): { readonly pods: readonly NamedPod[]; readonly others: number } {
  const named = pods.filter(({ namespace }) => mayName(namespace));
  return { pods: named, others: pods.length - named.length };
}
