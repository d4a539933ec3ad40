import { Unauthenticated, type Authenticator, type Principal } from '#access';

/** Something that stays open on the word of a key. */
export interface Session {
  readonly authorization: string | undefined;
  /** Who they were when it was opened. */
  readonly principal: Principal;
  /** Closed when the session is over. */
  readonly socket: { readonly closed: boolean; once(event: 'close', closed: () => void): unknown };
  /** Ends it, because the key is good no longer, or for something else. */
  readonly end: () => void;
}

/** How often keys of what is open are looked at. With how long they are believed it makes less than 5 s. */
const LOOK_MS = 1_500;

/** What is open, and ends when the key that it was opened with does, or a person is not in their team as they were. */
export class Sessions {
  readonly #open = new Map<Session, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly authenticator: Authenticator) {}

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** But what was closed while it was found out whose it is: it would never go again. */
  add(session: Session): void {
    if (this.authenticator.isOff || session.socket.closed) return;
    this.#open.set(session, Date.now());
    session.socket.once('close', () => this.#open.delete(session));
  }

  start(): void {
    this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What was opened since the last look was authenticated since. */
  async #look(): Promise<void> {
    const since = Date.now() - LOOK_MS;
    const lasting = [...this.#open].filter(([, opened]) => opened <= since).map(([session]) => session);
    const answers = new Map<string, Promise<boolean>>();
    for (const session of lasting) {
      const alike = JSON.stringify([session.authorization, rightsOf(session.principal)]);
      const answer = answers.get(alike) ?? this.#isGood(session);
      answers.set(alike, answer);
      if (!(await answer)) session.end();
    }
  }

  /** While the database is away nobody is sent away, and neither is who was made a member of one more team. */
  async #isGood({ authorization, principal }: Session): Promise<boolean> {
    try {
      return rightsOf(await this.authenticator.authenticate(authorization, principal.team)) === rightsOf(principal);
    } catch (error) {
      return !(error instanceof Unauthenticated);
    }
  }
}

/** What somebody may do, as text. */
function rightsOf({ id, team, roles, only }: Principal): string {
  return JSON.stringify([id, team, roles, only]);
}
