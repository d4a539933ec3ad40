import type { Schemas } from './api-types.js';
import type { BerthClient } from './berth-client.js';
import { eventsOf } from './streams.js';

/** What a watch brings, `id` the position up to which everything has come. After an `error` nothing more comes. */
export type ChangeEvent = { readonly id: string } & (
  | { readonly type: 'change'; readonly data: Schemas['Change'] }
  | { readonly type: 'bookmark'; readonly data: { readonly position: string } }
  | {
      readonly type: 'error';
      readonly data: { readonly code: string; readonly detail: string; readonly position: string };
    }
);

/** Which changes of a cluster, and from where. */
export interface WatchOptions {
  /** After this position, such as the `id` of the last event that came; from now on when absent. */
  readonly after?: string;
  /** Of these kinds, or in these namespaces: `Pod,Node`. */
  readonly kinds?: string;
  readonly namespaces?: string;
  readonly signal?: AbortSignal;
}

/**
 * The changes of a cluster as they happen, over one connection. Leaving the loop ends it; a caller that reconnects with
 * the `id` that came last misses nothing and gets nothing twice.
 * @throws ServiceError, AnswerCutOff
 */
export async function* watchChanges(
  client: BerthClient,
  cluster: string,
  { after, signal, ...which }: WatchOptions = {},
): AsyncGenerator<ChangeEvent> {
  const query = new URLSearchParams(Object.entries(which)).toString();
  const response = await client.fetch(`/v1/clusters/${encodeURIComponent(cluster)}/changes?${query}`, {
    headers: { accept: 'text/event-stream', ...(after !== undefined && { 'last-event-id': after }) },
    ...(signal !== undefined && { signal }),
  });
  for await (const event of eventsOf(response)) yield event as ChangeEvent;
}
