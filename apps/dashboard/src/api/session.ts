import { BerthClient, ServiceError, type ClientOptions } from '#client';
import { Observed } from './observed.js';

/** Where a tab keeps its key and its team: not in a URL, not in a cookie, and gone with the tab. */
const STORED = { key: 'berth.key', team: 'berth.team' } as const;
/** That this browser has a session, in a cookie that no script reads; and where requests go then. */
const SIGNED_IN = 'berth.session';
const OF_SESSION = '/ui/session';
/** In the address of a reader who comes back from the issuer. */
const BACK = 'signed-in';
/** The same, of a reader who comes back without a session: why. */
const PROBLEM = 'sign-in-problem';
/** Why a reader is not signed in, by the word of the service; the address may have any word. */
const SIGN_IN_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['denied', 'You are not signed in: at the issuer, the sign-in was denied.'],
  ['refused', 'You are not signed in: the issuer refuses this sign-in.'],
  ['not-begun', 'You are not signed in: this sign-in began in another browser, or took more than ten minutes.'],
  ['no-answer', 'You are not signed in: the issuer does not answer as it has to.'],
  ['not-accepted', 'You are not signed in: the service does not accept the token of the issuer.'],
]);

/** As whom a tab asks: by which key or token, and for which team where its bearer is in several. */
export type Identity = Pick<ClientOptions, 'key' | 'team'>;

export interface Session extends Identity {
  /** Whether the browser keeps the key for all its tabs until it is closed: the page has none then. */
  readonly isSignedIn: boolean;
  /** The service answered that it wants a key, or another one. */
  readonly isKeyWanted: boolean;
  /** What it says of the one that is in use, in its own words. */
  readonly refusal?: string | undefined;
  /** Why signing in at the issuer has failed, as a sentence. */
  readonly signInProblem?: string | undefined;
}

const problem = noteProblem();
export const session = new Observed<Session>({
  ...stored(),
  isKeyWanted: problem !== undefined,
  signInProblem: problem,
});

let client = new BerthClient(serviceOf(session.value));

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

/** Uses a key in this tab only. */
export function takeKey(identity: Identity): void {
  use({ ...identity, isSignedIn: false });
}

/**
 * Exchanges a key for a session of the browser, which all of its tabs have.
 * @throws ServiceError for a key that the service does not accept
 */
export async function signIn({ key, team }: Identity): Promise<void> {
  await new BerthClient({ url: location.origin, key, team }).fetch(OF_SESSION, { method: 'POST' });
  use({ isSignedIn: true });
}

/** The issuer at which readers of the page can sign in; null where they cannot. */
export async function signInIssuer(): Promise<string | null> {
  const answer = await new BerthClient({ url: location.origin }).fetch('/ui/sign-in/issuer');
  return ((await answer.json()) as { readonly issuer: string | null }).issuer;
}

/** Where signing in at the issuer begins; it ends where the reader is now. */
export function signInAddress(team: string | undefined): string {
  const asked = new URLSearchParams({ to: location.pathname + location.search, ...(team && { team }) });
  return `/ui/sign-in?${asked}`;
}

/** Ends the session of the browser, or forgets the key of the tab. */
export async function signOut(): Promise<void> {
  if (session.value.isSignedIn) await new BerthClient({ url: location.origin }).fetch(OF_SESSION, { method: 'DELETE' });
  use({ isSignedIn: false });
}

/** Where a client of this session asks, and as whom. */
export function serviceOf({ key, team, isSignedIn }: Omit<Session, 'isKeyWanted'>): ClientOptions {
  return isSignedIn ? { url: location.origin + OF_SESSION } : { url: location.origin, key, team };
}

function use(next: Omit<Session, 'isKeyWanted'>): void {
  for (const [part, name] of Object.entries(STORED)) put(sessionStorage, name, next[part as keyof Identity]);
  put(localStorage, SIGNED_IN, next.isSignedIn ? 'yes' : undefined);
  client = new BerthClient(serviceOf(next));
  session.set({ ...next, isKeyWanted: false });
}

function put(store: Storage, name: string, text: string | undefined): void {
  if (text === undefined) store.removeItem(name);
  else store.setItem(name, text);
}

/** Back from the issuer the browser has its session, and a key that the tab had before is used no more. */
function noteSignIn(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(BACK)) return;
  address.searchParams.delete(BACK);
  history.replaceState(history.state, '', address);
  for (const name of Object.values(STORED)) sessionStorage.removeItem(name);
  localStorage.setItem(SIGNED_IN, 'yes');
}

/** The sentence for a reader who comes back from the issuer without a session; shown once. */
function noteProblem(): string | undefined {
  const address = new URL(location.href);
  const reason = address.searchParams.get(PROBLEM);
  if (reason === null) return undefined;
  address.searchParams.delete(PROBLEM);
  history.replaceState(history.state, '', address);
  return SIGN_IN_PROBLEMS.get(reason) ?? SIGN_IN_PROBLEMS.get('refused');
}

/** A key of the tab is used before the session of the browser. */
function stored(): Omit<Session, 'isKeyWanted'> {
  noteSignIn();
  const key = sessionStorage.getItem(STORED.key) ?? undefined;
  return {
    key,
    team: sessionStorage.getItem(STORED.team) ?? undefined,
    isSignedIn: key === undefined && localStorage.getItem(SIGNED_IN) !== null,
  };
}
