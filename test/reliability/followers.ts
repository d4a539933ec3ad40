import { once } from 'node:events';
import { BerthClient, watchChanges } from '#client';
import WebSocket from 'ws';
import type { FollowedChange, Replica } from './replica.js';

/** One connection: hands on changes until it was asked to stop, or was cut. */
export type Connection = (
  url: string,
  cluster: string,
  after: bigint,
  take: (change: FollowedChange) => 'go on' | 'cut',
) => Promise<void>;

/** Over server-sent events, by the id of the last one. */
export const overEvents: Connection = async (url, cluster, after, take) => {
  for await (const { type, data } of watchChanges(new BerthClient({ url }), cluster, { after: String(after) })) {
    if (type === 'error') throw new Error(JSON.stringify(data));
    // What lies in buffers when the connection is cut never arrived.
    if (type === 'change' && take(data) === 'cut') return;
  }
};

const SUBSCRIPTION = `subscription ($cluster: ID!, $after: String) {
  changes(clusterId: $cluster, after: $after) { change { position at op kind namespace name object patch } }
}`;

/** Over a subscription, by its argument. */
export const overSubscription: Connection = async (url, cluster, after, take) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  let isCut = false;
  let failure: string | undefined;
  socket.on('open', () => {
    socket.send('{"type":"connection_init"}');
  });
  socket.on('message', (data: Buffer) => {
    const { type, payload } = JSON.parse(data.toString()) as {
      readonly type: string;
      readonly payload?: { readonly data?: { readonly changes: { readonly change: FollowedChange | null } } };
    };
    if (type === 'connection_ack')
      socket.send(
        JSON.stringify({
          id: '1',
          type: 'subscribe',
          payload: { query: SUBSCRIPTION, variables: { cluster, after: String(after) } },
        }),
      );
    if (type === 'error') failure = data.toString();
    const change = payload?.data?.changes.change;
    if (isCut || change === undefined || change === null || take(change) === 'go on') return;
    isCut = true;
    socket.terminate();
  });
  await once(socket, 'close');
  if (failure !== undefined) throw new Error(failure);
};

/** Somebody who keeps a replica over connections that break. */
export interface Follower {
  readonly replica: Replica;
  /** Milliseconds from the writing of each change to its arrival. */
  readonly lags: number[];
  /** Connections that were dropped. */
  drops: number;
}

/** What a follower goes through. */
export interface Course {
  readonly connection: Connection;
  readonly cluster: string;
  /** The process to connect to next. */
  readonly nextUrl: () => string;
  /** After how many changes the next connection is dropped. */
  readonly nextDrop: () => number;
  readonly drops: number;
  /** Known once everything is written. */
  readonly isLast: (position: bigint) => boolean;
}

/** Follows to the end, connecting again after every drop. */
export async function follow(
  follower: Follower,
  { connection, cluster, nextUrl, nextDrop, drops, isLast }: Course,
): Promise<void> {
  const { replica } = follower;
  while (!isLast(replica.position)) {
    let left = follower.drops < drops ? nextDrop() : Infinity;
    await connection(nextUrl(), cluster, replica.position, (change) => {
      replica.apply(change);
      follower.lags.push(Date.now() - Date.parse(change.at));
      if (isLast(replica.position)) return 'cut';
      if (--left > 0) return 'go on';
      follower.drops++;
      return 'cut';
    });
  }
}
