import { BerthClient, ServiceError, type ClientOptions } from '#client';
import { Observed } from './observed.js';

/** Where a tab keeps its key and its team: not in a URL, not in a cookie, and gone with the tab. */
const STORED = { key: 'berth.key', team: 'berth.team' } as const;

/** As whom a tab asks: by which key or token, and for which team where its bearer is in several. */
export type Identity = Pick<ClientOptions, 'key' | 'team'>;

export interface Session extends Identity {
  /** The service answered that it wants a key, or another one. */
  readonly isKeyWanted: boolean;
  /** What it says of the one that is in use, in its own words. */
  readonly refusal?: string | undefined;
}

export const session = new Observed<Session>({ ...stored(), isKeyWanted: false });

let client = clientAs(session.value);

/** The service that this page came from, with the key that the user gave. */
export function berth(): BerthClient {
  return client;
}

/** Asks the service for something; a key that is missing, or is good no more, is asked for. */
export async function called<T>(call: (service: BerthClient) => Promise<T>): Promise<T> {
  try {
    return await call(client);
  } catch (error) {
    if (isKeyRefused(error) && !session.value.isKeyWanted)
      session.set({ ...session.value, isKeyWanted: true, refusal: error.detail });
    throw error;
  }
}

export function isKeyRefused(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status === 401;
}

export function takeKey(identity: Identity): void {
  for (const [part, name] of Object.entries(STORED)) {
    const text = identity[part as keyof Identity];
    if (text === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  }
  client = clientAs(identity);
  session.set({ ...identity, isKeyWanted: false });
}

function clientAs(identity: Identity): BerthClient {
  return new BerthClient({ url: location.origin, ...identity });
}

function stored(): Identity {
  return {
    key: sessionStorage.getItem(STORED.key) ?? undefined,
    team: sessionStorage.getItem(STORED.team) ?? undefined,
  };
}
