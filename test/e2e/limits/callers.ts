import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { KeyService, keyText, newKey, TeamService, type Caller, type Role } from '#access';
import WebSocket from 'ws';
import { ConcurrencyLimits } from '../../../apps/api/src/ground/concurrency/index.js';
import { OpenPlaces } from '../../../apps/api/src/ground/http/index.js';
import { SYSTEM } from '../../../apps/api/src/ground/caller/index.js';
import { node, type TestApi } from '../test-api.js';
import type { Answer, Limit } from './limit.js';

/** What these are tried with. */
export const RATES = { ofKey: 20, ofTeam: 30 };
export const PLACES = { inAll: 3, ofKey: 2 };
export const ROOM = { atOnce: 1, waiting: 2 };

/** Keys of a new team, made beside all limits. */
export async function newKeys(
  api: TestApi,
  count: number,
  roles: readonly Role[] = ['viewer'],
): Promise<readonly string[]> {
  const team = `t-${randomUUID().slice(0, 8)}`;
  const admin: Caller = { ...SYSTEM, roles: ['admin'] };
  const made = await api.app.get(TeamService).create(admin, team);
  if (made.refused) throw new Error(JSON.stringify(made.refusal));
  const keys: string[] = [];
  for (let index = 0; index < count; index++) {
    const key = await api.app.get(KeyService).create(admin, team, { name: `k${index}`, roles });
    if (key.refused) throw new Error(JSON.stringify(key.refusal));
    keys.push(key.value.key);
  }
  return keys;
}

async function read(api: TestApi, path: string, key: string): Promise<Answer> {
  const answer = await fetch(api.url + path, { headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, code: /"code":"([A-Z_]+)"/.exec(await answer.text())?.[1] };
}

const TOGETHER = 10;

/** The answer to the last of so many requests, when the others were answered. */
async function last(count: number, ask: (index: number) => Promise<Answer>): Promise<Answer> {
  const others = Array.from({ length: count - 1 }, (_, index) => index);
  while (others.length > 0) await Promise.all(others.splice(0, TOGETHER).map(ask));
  return ask(count - 1);
}

const OVER_RATE: Answer = { status: 429, code: 'RATE_LIMITED' };
const GRANTED: Answer = { status: 200, code: undefined };

async function lastOfKey(api: TestApi, count: number): Promise<Answer> {
  const [key = ''] = await newKeys(api, 1);
  return last(count, () => read(api, '/v1/clusters', key));
}

async function lastOfTeam(api: TestApi, count: number): Promise<Answer> {
  const keys = await newKeys(api, 2);
  return last(count, (index) => read(api, '/v1/clusters', keys[index % 2] ?? ''));
}

/** How often somebody may ask. */
export const OFTEN: readonly Limit[] = [
  {
    name: 'requests of a key in a minute',
    most: RATES.ofKey,
    ask: lastOfKey,
    granted: GRANTED,
    refused: OVER_RATE,
    counts: true,
  },
  {
    name: 'requests of a team in a minute',
    most: RATES.ofTeam,
    ask: lastOfTeam,
    granted: GRANTED,
    refused: OVER_RATE,
    counts: true,
  },
];

/** A socket of a key, and what it is answered: it stays when it is let in, and is closed otherwise. */
async function follow(api: TestApi, key: string): Promise<{ readonly socket: WebSocket; readonly answer: Answer }> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const closed = once(socket, 'close').then(([code]: unknown[]) => Number(code));
  const acknowledged = once(socket, 'message').then(() => 101);
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
  return { socket, answer: { status: await Promise.race([acknowledged, closed]), code: undefined } };
}

/** The answer to the last of so many sockets, of which as many stay as are let in until it is there. */
async function lastFollower(api: TestApi, count: number, keyOf: (index: number) => string): Promise<Answer> {
  const open: WebSocket[] = [];
  const answer = await last(count, async (index) => {
    const { socket, answer: reported } = await follow(api, keyOf(index));
    open.push(socket);
    return reported;
  });
  for (const socket of open) socket.terminate();
  while (api.app.get(OpenPlaces).taken > 0) await setTimeout(5);
  return answer;
}

/** A request that is heavy, the last of so many: the others have the places until it is answered, or waits. */
async function lastHeavy(api: TestApi, count: number): Promise<Answer> {
  const cluster = await api.cluster();
  // Not by an import, which is heavy itself.
  await api.post(`/v1/clusters/${cluster}/api/v1/nodes`).send(node('a')).expect(201);
  const room = api.app.get(ConcurrencyLimits).states;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const others = Array.from({ length: count - 1 }, (_, index) =>
    room.run({ request: {}, team: `t${index}`, caller: 'somebody' }, () => ended).catch(() => undefined),
  );
  const answer = read(api, `/v1/clusters/${cluster}/diff?from=revision:1`, api.key);
  const isAnswered = answer.then(() => true);
  const isFull = (): boolean => room.load.waiting === Math.min(count - ROOM.atOnce, ROOM.waiting);
  while (count <= ROOM.atOnce + ROOM.waiting && !isFull()) await setTimeout(1);
  if (count > ROOM.atOnce + ROOM.waiting) await isAnswered;
  end();
  await Promise.all(others);
  return answer;
}

const NO_PLACE: Answer = { status: 4481, code: undefined };

/** All come from one address, and those that came before count along. */
function lastWrong(api: TestApi, count: number): Promise<Answer> {
  return last(count, () => read(api, '/v1/whoami', keyText(newKey())));
}

async function lastOfAllFollowers(api: TestApi, count: number): Promise<Answer> {
  const [first = '', second = ''] = await newKeys(api, 2);
  return lastFollower(api, count, (index) => (index < PLACES.ofKey ? first : second));
}

async function lastFollowerOfKey(api: TestApi, count: number): Promise<Answer> {
  const [key = ''] = await newKeys(api, 1);
  return lastFollower(api, count, () => key);
}

/** How much of what stays, or takes long, somebody may have at once. */
export const AT_ONCE: readonly Limit[] = [
  {
    name: 'wrong keys of an address in a minute',
    most: 30,
    ask: lastWrong,
    granted: { status: 401, code: 'UNAUTHENTICATED' },
    refused: OVER_RATE,
    counts: true,
    isIdle: true,
  },
  {
    name: 'connections that follow changes',
    most: PLACES.inAll,
    ask: lastOfAllFollowers,
    granted: { status: 101, code: undefined },
    refused: NO_PLACE,
    counts: true,
  },
  {
    name: 'connections of a key that follow changes',
    most: PLACES.ofKey,
    ask: lastFollowerOfKey,
    granted: { status: 101, code: undefined },
    refused: NO_PLACE,
    counts: true,
  },
  {
    name: 'heavy requests of a kind, running and queued',
    most: ROOM.atOnce + ROOM.waiting,
    ask: lastHeavy,
    granted: GRANTED,
    refused: { status: 429, code: 'TOO_MANY_REQUESTS' },
    isWork: ({ isHeavy }) => isHeavy === true,
  },
];
