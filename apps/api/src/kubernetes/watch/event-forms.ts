import type { EventForm } from '#history';
import type { KindDescription } from '#kubernetes';

/** Objects as they are, in JSON. */
export function wholeObjects({ apiVersion, kind }: Pick<KindDescription, 'apiVersion' | 'kind'>): EventForm {
  return {
    key: 'json',
    write: ({ text }) => text,
    bookmark: (resourceVersion, isEndOfInitialEvents) =>
      JSON.stringify({ kind, apiVersion, metadata: bookmarkMetadata(resourceVersion, isEndOfInitialEvents) }),
  };
}

/** Where a watch is, as the metadata of an object says it. */
function bookmarkMetadata(resourceVersion: string, isEndOfInitialEvents: boolean): object {
  return { resourceVersion, ...(isEndOfInitialEvents && { annotations: { 'k8s.io/initial-events-end': 'true' } }) };
}
