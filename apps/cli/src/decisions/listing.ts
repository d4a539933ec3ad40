import type { Schemas } from '#client';
import { age, podName, type Colour, type Listing } from '../output/index.js';

export type Decision = Schemas['Decision'];

/** Decisions as a table, and in CSV. */
export const DECISIONS: Listing<Decision> = {
  columns: [
    { title: 'ID', value: ({ id }) => id, long: true },
    { title: 'AT', value: ({ at }) => at, shown: ({ at }) => age(at) },
    { title: 'POD', value: ({ pod }) => podName(pod) },
    {
      title: 'OUTCOME',
      value: ({ outcome }) => outcome,
      shown: shownOutcome,
      colour: ({ outcome, observed }) => (observed?.eviction === undefined ? outcomeColour(outcome) : 'yellow'),
    },
    { title: 'NODE', value: ({ node, nominatedNode }) => node ?? nominatedNode },
    { title: 'MESSAGE', prose: true, value: messageOf },
  ],
  name: ({ id }) => id,
  empty: 'There are no such decisions.',
};

/** What another scheduler did, for that is one outcome: it bound the pod, or evicted it for another. */
function shownOutcome({ outcome, observed }: Decision): string {
  if (outcome !== 'observed') return outcome;
  return observed?.eviction === undefined ? 'observed bound' : 'observed evicted';
}

/** What is in the way, or how another scheduler and Berth agree. */
function messageOf({ message, reasonCode, observed }: Decision): string | undefined {
  if (observed === undefined) return message || reasonCode;
  const { agreement, reason } = observed;
  const said = reason === null ? agreement : `${agreement}: ${reason}`;
  return message === '' ? said : `${message} (${said})`;
}

/** Green is on a node, yellow may come to be. */
export function outcomeColour(outcome: string | undefined): Colour | undefined {
  if (outcome === 'scheduled' || outcome === 'observed') return 'green';
  if (outcome === 'unschedulable' || outcome === 'error') return 'red';
  return outcome === undefined ? undefined : 'yellow';
}
