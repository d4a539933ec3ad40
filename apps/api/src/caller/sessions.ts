import { Unauthenticated, type Authenticator } from '#access';

/** Something that stays open on the word of a key. */
export interface Session {
  readonly authorization: string | undefined;
  /** Closed when the session is over. */
  readonly socket: { once(event: 'close', closed: () => void): unknown };
  /** Ends it, because the key is good no longer. */
  readonly end: () => void;
}

/** How often keys of what is open are looked at. With how long they are believed it makes less than 5 s. */
const LOOK_MS = 1_500;

/** What is open, and ends when the key that it was opened with does. */
export class Sessions {
  readonly #open = new Map<Session, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly authenticator: Authenticator) {}

  add(session: Session): void {
    if (this.authenticator.isOff) return;
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
    const answers = new Map<string | undefined, Promise<boolean>>();
    for (const session of lasting) {
      const { authorization } = session;
      const answer = answers.get(authorization) ?? this.#isGood(authorization);
      answers.set(authorization, answer);
      if (!(await answer)) session.end();
    }
  }

  /** While the database is away nobody is sent away. */
  async #isGood(authorization: string | undefined): Promise<boolean> {
    try {
      await this.authenticator.authenticate(authorization);
      return true;
    } catch (error) {
      return !(error instanceof Unauthenticated);
    }
  }
}
