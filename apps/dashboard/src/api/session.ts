import { BerthClient, ServiceError } from '#client';
import { Observed } from './observed.js';

/** Where a tab keeps its key: not in a URL, not in a cookie, and gone with the tab. */
const STORED = 'berth.key';

export interface Session {
  readonly key: string | undefined;
  /** The service answered that it wants a key, or another one. */
  readonly isKeyWanted: boolean;
}

export const session = new Observed<Session>({ key: sessionStorage.getItem(STORED) ?? undefined, isKeyWanted: false });

let client = clientWith(session.value.key);

/** The service that this page came from, as whoever gave the key. */
export function berth(): BerthClient {
  return client;
}

/** Asks the service for something; a key that is missing, or is good no more, is asked for. */
export async function called<T>(call: (service: BerthClient) => Promise<T>): Promise<T> {
  try {
    return await call(client);
  } catch (error) {
    if (isKeyRefused(error)) wantKey();
    throw error;
  }
}

export function isKeyRefused(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 401;
}

export function takeKey(key: string | undefined): void {
  if (key === undefined) sessionStorage.removeItem(STORED);
  else sessionStorage.setItem(STORED, key);
  client = clientWith(key);
  session.set({ key, isKeyWanted: false });
}

export function wantKey(): void {
  if (!session.value.isKeyWanted) session.set({ ...session.value, isKeyWanted: true });
}

function clientWith(key: string | undefined): BerthClient {
  return new BerthClient({ url: location.origin, key });
}
