import type { Schemas } from '#client';
import { age, podName, type Colour, type Listing } from '../output/index.js';

export type Decision = Schemas['Decision'];

/** Decisions as a table, and in CSV. */
export const DECISIONS: Listing<Decision> = {
  columns: [
    { title: 'ID', value: ({ id }) => id, long: true },
    { title: 'AT', value: ({ at }) => at, shown: ({ at }) => age(at) },
    { title: 'POD', value: ({ pod }) => podName(pod) },
    { title: 'OUTCOME', value: ({ outcome }) => outcome, colour: ({ outcome }) => outcomeColour(outcome) },
    { title: 'NODE', value: ({ node, nominatedNode }) => node ?? nominatedNode },
    { title: 'MESSAGE', prose: true, value: ({ message, reasonCode }) => message || reasonCode },
  ],
  name: ({ id }) => id,
  empty: 'There are no such decisions.',
};

/** Green is on a node, yellow may come to be. */
export function outcomeColour(outcome: string | undefined): Colour | undefined {
  if (outcome === 'scheduled') return 'green';
  if (outcome === 'unschedulable' || outcome === 'error') return 'red';
  return outcome === undefined ? undefined : 'yellow';
}
