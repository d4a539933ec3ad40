import type { PlacedPod, ReadableSnapshot } from '#scheduler';
import type { Eviction, NamedPod } from '../pair/index.js';
import { Budgets } from './budgets.js';

/** An eviction of more pods than this is not proposed. */
const MOST_PODS = 256;

/**
 * The pods of which the fewest and least important have to go until the question is answered with yes; null when it is
 * not even if all of them go, or too many of them. Those that a budget has nothing left for come last. None of the
 * chosen can stay.
 */
export function choosePods(
  candidates: readonly PlacedPod[],
  snapshot: ReadableSnapshot,
  isEnough: (gone: readonly PlacedPod[]) => boolean,
): Eviction | null {
  const order = inOrderOfLoss(candidates.filter(frees), new Budgets(snapshot));
  const chosen = firstEnough(order.slice(0, MOST_PODS), isEnough);
  if (chosen === null) return null;
  return evictionOf(reprieved(chosen, isEnough), snapshot);
}

/** These pods as an eviction, with the budgets that it would break. */
export function evictionOf(pods: readonly PlacedPod[], snapshot: ReadableSnapshot): Eviction {
  return { pods: [...pods].sort(byImportance).map(namedPod), budgets: new Budgets(snapshot).strained(pods) };
}

/**
 * Whether its eviction frees what the pod holds. One that terminates leaves by itself, and one that belongs to its node
 * is there again at once.
 */
export function frees({ terminating, afterEviction }: PlacedPod): boolean {
  return !terminating && afterEviction !== 'stays';
}

/** A pod by its names. */
export function namedPod({ namespace, name, uid, priority, afterEviction }: PlacedPod): NamedPod {
  return { namespace, name, uid, priority, afterEviction };
}

/** The least important first; of one priority those that are created again before those that are lost. */
export function byImportance(a: PlacedPod, b: PlacedPod): number {
  return (
    a.priority - b.priority ||
    Number(a.afterEviction === 'lost') - Number(b.afterEviction === 'lost') ||
    b.startedAt - a.startedAt ||
    (a.uid < b.uid ? -1 : 1)
  );
}

function inOrderOfLoss(pods: readonly PlacedPod[], budgets: Budgets): PlacedPod[] {
  const sorted = [...pods].sort(byImportance);
  const beyond = budgets.beyond(sorted);
  return [...sorted.filter((pod) => !beyond.has(pod)), ...sorted.filter((pod) => beyond.has(pod))];
}

/** The shortest beginning that is enough, where more is never worse. */
function firstEnough(
  order: readonly PlacedPod[],
  isEnough: (gone: readonly PlacedPod[]) => boolean,
): readonly PlacedPod[] | null {
  if (order.length === 0 || !isEnough(order)) return null;
  let [less, enough] = [0, order.length];
  while (less + 1 < enough) {
    const middle = Math.floor((less + enough) / 2);
    if (isEnough(order.slice(0, middle))) enough = middle;
    else less = middle;
  }
  return order.slice(0, enough);
}

/** Those that cannot stay, when everyone who can does, the ones that are missed most first. */
function reprieved(
  chosen: readonly PlacedPod[],
  isEnough: (gone: readonly PlacedPod[]) => boolean,
): readonly PlacedPod[] {
  let gone = chosen;
  for (const pod of [...chosen].reverse()) {
    const others = gone.filter((other) => other !== pod);
    if (others.length > 0 && isEnough(others)) gone = others;
  }
  return gone;
}
