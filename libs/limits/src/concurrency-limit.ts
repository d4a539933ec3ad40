/** How much heavy work runs at once. */
export interface LimitSettings {
  /** Slots: a request with heavy work has one while it runs. */
  readonly atOnce: number;
  /** The length of the queue: requests that wait for a slot, at most. */
  readonly waiting: number;
  /** Slots of one caller for one kind of work; as many as their team may have unless given. */
  readonly ofOneKind?: number;
}

/** Whose work it is. */
export interface Applicant {
  /** The request that it is done for: its pieces share one slot, and run one after the other. */
  readonly request: object;
  /** The caller, over all of their requests: one of a team. */
  readonly team: string;
  readonly caller: string;
  /** The kind of work, where the limit distinguishes kinds. */
  readonly kind?: string;
  /** Aborted when its caller has disconnected. */
  readonly signal?: AbortSignal | undefined;
}

/** Too many wait already: the work was not begun. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  /** A caller may try again after this. */
  readonly retryAfterSeconds = 5;

  constructor() {
    super('too many heavy requests are running and queued; try again later');
  }
}

interface Piece {
  readonly begin: () => void;
}

/** Whose work is counted: that of all teams, of a team, of one caller of it, of one kind of theirs. */
type Whose = { readonly [Name in 'team' | 'caller' | 'kind']?: string | undefined };

interface Counted extends Pick<Applicant, 'team' | 'caller' | 'kind'> {
  readonly pieces: Piece[];
  isWorking: boolean;
  /** It works, or is about to. */
  hasSlot: boolean;
}

/** A slot, or a place in the queue for one. */
export interface Slot {
  /** Does the work when the slot is free. @throws what the applicant's signal was aborted with */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** There is no work: the slot is another's. */
  leave(): void;
}

/**
 * A limit for heavy work: a number of slots, and a queue of requests that wait for one. Where there are several slots,
 * a team has all but one at most; it has half of the queue, and a caller half of their team's share of the queue. The
 * next request is one of the team with the fewest that run, and in it of the caller with the fewest.
 */
export class ConcurrencyLimit {
  /** Requests that work or wait, in the order in which they came. */
  readonly #requests = new Map<object, Counted>();
  readonly #ofOneTeam: number;
  readonly #ofOneKind: number;

  constructor(private readonly limits: LimitSettings) {
    this.#ofOneTeam = Math.max(1, limits.atOnce - 1);
    this.#ofOneKind = limits.ofOneKind ?? this.#ofOneTeam;
  }

  /** How many pieces of work are under way, and how many requests wait. */
  get load(): { readonly working: number; readonly waiting: number } {
    const working = this.#working();
    return { working, waiting: this.#requests.size - working };
  }

  /**
   * Does the work when it has a slot.
   * @throws QueueFull when too many wait already, and what the signal was aborted with
   */
  async run<T>(applicant: Applicant, work: () => Promise<T>): Promise<T> {
    applicant.signal?.throwIfAborted();
    return this.enter(applicant).run(work);
  }

  /** A slot for work that begins later, such as when it is recorded. @throws QueueFull as above */
  enter(applicant: Applicant): Slot {
    const counted = this.#enter(applicant);
    return {
      run: (work) => this.#run(counted, applicant, work),
      leave: () => {
        this.#leave(applicant.request, counted);
      },
    };
  }

  async #run<T>(counted: Counted, applicant: Applicant, work: () => Promise<T>): Promise<T> {
    const { request, signal } = applicant;
    if (signal?.aborted === true) this.#leave(request, counted);
    signal?.throwIfAborted();
    await this.#slot(counted, applicant);
    try {
      return await work();
    } finally {
      counted.isWorking = counted.hasSlot = false;
      this.#leave(request, counted);
    }
  }

  #enter(applicant: Applicant): Counted {
    const { request, team, caller } = applicant;
    const known = this.#requests.get(request);
    if (known !== undefined) return known;
    const { waiting } = this.limits;
    const mustWait = !this.#hasSlot(applicant);
    const isFull =
      this.#count(false) >= waiting ||
      this.#count(false, { team }) >= Math.ceil(waiting / 2) ||
      this.#count(false, { team, caller }) >= Math.ceil(waiting / 4);
    if (mustWait && isFull) throw new QueueFull();
    const counted = { ...applicant, pieces: [], isWorking: false, hasSlot: !mustWait };
    this.#requests.set(request, counted);
    return counted;
  }

  /** Resolves when the piece may run. */
  #slot(counted: Counted, { request, signal }: Applicant): Promise<void> {
    return new Promise((resolve, reject) => {
      const gone = (): void => {
        counted.pieces.splice(counted.pieces.indexOf(piece), 1);
        this.#leave(request, counted);
        // As it was aborted.
        reject(signal?.reason as Error);
      };
      const piece = {
        begin: () => {
          signal?.removeEventListener('abort', gone);
          resolve();
        },
      };
      counted.pieces.push(piece);
      counted.hasSlot = counted.isWorking;
      signal?.addEventListener('abort', gone, { once: true });
      this.#begin();
    });
  }

  /** A request with more pieces continues behind those that wait. */
  #leave(request: object, counted: Counted): void {
    if (!counted.isWorking) {
      this.#requests.delete(request);
      if (counted.pieces.length > 0) this.#requests.set(request, counted);
    }
    this.#begin();
  }

  #begin(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      next.isWorking = next.hasSlot = true;
      next.pieces.shift()?.begin();
    }
  }

  #next(): Counted | undefined {
    if (this.#working() >= this.limits.atOnce) return undefined;
    const able = this.#firsts().filter((one) => this.#hasSlot(one));
    return able.reduce<Counted | undefined>(
      (best, one) => (best === undefined || this.#hasLess(one, best) ? one : best),
      undefined,
    );
  }

  /** The first that waits of each kind of work of each caller: the others come after it. */
  #firsts(): Counted[] {
    const firsts = new Map<string, Counted>();
    for (const one of this.#requests.values()) {
      const whose = JSON.stringify([one.team, one.caller, one.kind]);
      if (!one.isWorking && one.pieces.length > 0 && !firsts.has(whose)) firsts.set(whose, one);
    }
    return [...firsts.values()];
  }

  #hasLess(one: Counted, other: Counted): boolean {
    const [ofOne, ofOther] = [this.#working({ team: one.team }), this.#working({ team: other.team })];
    if (ofOne !== ofOther) return ofOne < ofOther;
    const { team, caller } = other;
    return this.#working({ team: one.team, caller: one.caller }) < this.#working({ team, caller });
  }

  #hasSlot({ team, caller, kind }: Whose): boolean {
    return (
      this.#working() < this.limits.atOnce &&
      this.#working({ team }) < this.#ofOneTeam &&
      this.#working({ team, caller, kind }) < this.#ofOneKind
    );
  }

  #working(whose?: Whose): number {
    return this.#count(true, whose);
  }

  #count(hasSlot: boolean, { team, caller, kind }: Whose = {}): number {
    let count = 0;
    for (const one of this.#requests.values()) {
      const isTheirs = (team === undefined || one.team === team) && (caller === undefined || one.caller === caller);
      if (one.hasSlot === hasSlot && isTheirs && (kind === undefined || one.kind === kind)) count++;
    }
    return count;
  }
}
