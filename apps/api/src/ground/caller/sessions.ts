import { Unauthenticated, type Authenticator, type Principal } from '#access';

/** Something that stays open on the authority of a key or token: a request, a stream, a WebSocket. */
export interface Session {
  readonly authorization: string | undefined;
  /** Who they were when it was opened. */
  readonly principal: Principal;
  /** Closed when the session is over. */
  readonly socket: { readonly closed: boolean; once(event: 'close', closed: () => void): unknown };
  /** Closes it, because the key is not valid any more, or gives other rights. */
  readonly end: () => void;
}

/** How often the keys of open sessions are checked. Together with how long keys are cached it is less than 5 s. */
const LOOK_MS = 1_500;

/** Open sessions: each ends when its key is not valid any more, or the rights that it was opened with have changed. */
export class Sessions {
  readonly #open = new Map<Session, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly authenticator: Authenticator) {}

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** A socket that was closed during authentication is left out: it tells of its end no more. */
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

  /** Sessions that were opened since the last check were authenticated since. */
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

  /** While the database does not answer, sessions stay open; so do those of people who joined one more team. */
  async #isGood({ authorization, principal }: Session): Promise<boolean> {
    try {
      return rightsOf(await this.authenticator.authenticate(authorization, principal.team)) === rightsOf(principal);
    } catch (error) {
      return !(error instanceof Unauthenticated);
    }
  }
}

/** The rights of a principal, as text. */
function rightsOf({ id, team, roles, only }: Principal): string {
  return JSON.stringify([id, team, roles, only]);
}
