import { eventsOf, type Schemas } from '#client';
import { useEffect } from 'react';
import { Observed, useObserved } from './observed.js';
import { refresh } from './ask.js';
import { called, isKeyRefused, session } from './session.js';

const RETRY_MS = 2_000;

/** Where the followed cluster is, as far as is known. */
export interface Following {
  readonly state: 'connecting' | 'live' | 'cut off';
  readonly head: Head | undefined;
}

export type Head = Schemas['ClusterHead'];

export const following = new Observed<Following>({ state: 'connecting', head: undefined });

/** Follows a cluster while the tab can be seen: a hidden one costs nothing, and catches up when it is looked at. */
export function useHeads(cluster: string): void {
  const { key, team, isSignedIn } = useObserved(session);
  useEffect(() => {
    if (cluster === '') return;
    following.set({ state: 'connecting', head: undefined });
    let connection: AbortController | undefined;
    const turn = (): void => {
      if (document.hidden) connection?.abort();
      else if (connection === undefined || connection.signal.aborted) {
        connection = new AbortController();
        void follow(cluster, connection.signal);
      }
    };
    turn();
    document.addEventListener('visibilitychange', turn);
    return () => {
      document.removeEventListener('visibilitychange', turn);
      connection?.abort();
    };
  }, [cluster, key, team, isSignedIn]);
}

/** By fetch and not as an EventSource, which sends no key. */
async function follow(cluster: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await called((service) =>
        service.fetch(`/v1/heads?clusters=${encodeURIComponent(cluster)}`, {
          headers: { accept: 'text/event-stream' },
          signal,
        }),
      );
      for await (const { type, data } of eventsOf(response)) if (type === 'head') arrived(cluster, data as Head);
    } catch (error) {
      // Any other error occurs again on the next try; what is shown says that it is cut off.
      if (isKeyRefused(error)) return following.set({ ...following.value, state: 'cut off' });
    }
    if (signal.aborted) return;
    following.set({ ...following.value, state: 'cut off' });
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function arrived(cluster: string, head: Head): void {
  const before = following.value.head;
  following.set({ state: 'live', head });
  if (before !== undefined && before.position !== head.position) refresh(cluster);
}
