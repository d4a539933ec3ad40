import { ErrorCode, RequestRefused } from '../outcome/index.js';

/** How much heavy work a room takes. */
export interface AdmissionLimits {
  /** Pieces of work at once. */
  readonly atOnce: number;
  /** Requests that wait beyond those, at most. */
  readonly waiting: number;
  /** Pieces of work of one kind at once that are one caller's; as many as their team may have unless given. */
  readonly ofOneKind?: number;
}

/** Whose work it is. */
export interface Applicant {
  /** The request that it is done for: the pieces of one request take turns, and have one place. */
  readonly request: object;
  /** Who asks, over all of their requests: one of a team. */
  readonly team: string;
  readonly caller: string;
  /** What sort of work it is, where a room tells some apart. */
  readonly kind?: string;
  /** Aborted when nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Seconds after which a caller may try again. */
const RETRY_AFTER = '5';

interface Piece {
  readonly begin: () => void;
}

/** Whose work is counted: everybody's, a team's, one caller's of it, one kind of theirs. */
type Whose = { readonly [Name in 'team' | 'caller' | 'kind']?: string | undefined };

interface Admitted extends Pick<Applicant, 'team' | 'caller' | 'kind'> {
  readonly pieces: Piece[];
  isWorking: boolean;
  /** It works, or is about to. */
  hasPlace: boolean;
}

/** A place in a room, or among those that wait for one. */
export interface Turn {
  /** Does the work when it has a place. @throws what the applicant's signal was aborted with */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** There is no work: the place is another's. */
  leave(): void;
}

/**
 * A room for heavy work: so much of it goes on at once, and so many requests wait, first come, first served. A team has
 * all places but one at most, if there are several, and half of the queue, and one caller half of what their team has
 * of it, so that nobody is kept out by one other. Of those who wait, the team with the least under way is next, and in
 * it the caller with the least.
 */
export class Admission {
  /** Requests that work or wait, in the order of their turns. */
  readonly #requests = new Map<object, Admitted>();
  readonly #ofOneTeam: number;
  readonly #ofOneKind: number;

  constructor(private readonly limits: AdmissionLimits) {
    this.#ofOneTeam = Math.max(1, limits.atOnce - 1);
    this.#ofOneKind = limits.ofOneKind ?? this.#ofOneTeam;
  }

  /** How many pieces of work are under way, and how many requests wait. */
  get load(): { readonly working: number; readonly waiting: number } {
    const working = this.#working();
    return { working, waiting: this.#requests.size - working };
  }

  /**
   * Does the work when it has a place.
   * @throws RequestRefused when too many wait already, and what the signal was aborted with
   */
  async run<T>(applicant: Applicant, work: () => Promise<T>): Promise<T> {
    applicant.signal?.throwIfAborted();
    return this.enter(applicant).run(work);
  }

  /** A place for work that is yet to come, such as when it was noted. @throws RequestRefused as above */
  enter(applicant: Applicant): Turn {
    const admitted = this.#enter(applicant);
    return {
      run: (work) => this.#run(admitted, applicant, work),
      leave: () => {
        this.#leave(applicant.request, admitted);
      },
    };
  }

  async #run<T>(admitted: Admitted, applicant: Applicant, work: () => Promise<T>): Promise<T> {
    const { request, signal } = applicant;
    if (signal?.aborted === true) this.#leave(request, admitted);
    signal?.throwIfAborted();
    await this.#turn(admitted, applicant);
    try {
      return await work();
    } finally {
      admitted.isWorking = admitted.hasPlace = false;
      this.#leave(request, admitted);
    }
  }

  #enter(applicant: Applicant): Admitted {
    const { request, team, caller } = applicant;
    const known = this.#requests.get(request);
    if (known !== undefined) return known;
    const { waiting } = this.limits;
    const mustWait = !this.#hasPlace(applicant);
    const isFull =
      this.#count(false) >= waiting ||
      this.#count(false, { team }) >= Math.ceil(waiting / 2) ||
      this.#count(false, { team, caller }) >= Math.ceil(waiting / 4);
    if (mustWait && isFull)
      throw RequestRefused.with(
        ErrorCode.TOO_MANY_REQUESTS,
        'too many heavy requests are running and queued; try again later',
        { 'retry-after': RETRY_AFTER },
      );
    const admitted = { ...applicant, pieces: [], isWorking: false, hasPlace: !mustWait };
    this.#requests.set(request, admitted);
    return admitted;
  }

  /** Resolves when the piece has its place. */
  #turn(admitted: Admitted, { request, signal }: Applicant): Promise<void> {
    return new Promise((resolve, reject) => {
      const gone = (): void => {
        admitted.pieces.splice(admitted.pieces.indexOf(piece), 1);
        this.#leave(request, admitted);
        // As it was aborted.
        reject(signal?.reason as Error);
      };
      const piece = {
        begin: () => {
          signal?.removeEventListener('abort', gone);
          resolve();
        },
      };
      admitted.pieces.push(piece);
      admitted.hasPlace = admitted.isWorking;
      signal?.addEventListener('abort', gone, { once: true });
      this.#begin();
    });
  }

  /** A request that has more to do goes on behind those that wait. */
  #leave(request: object, admitted: Admitted): void {
    if (!admitted.isWorking) {
      this.#requests.delete(request);
      if (admitted.pieces.length > 0) this.#requests.set(request, admitted);
    }
    this.#begin();
  }

  #begin(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      next.isWorking = next.hasPlace = true;
      next.pieces.shift()?.begin();
    }
  }

  #next(): Admitted | undefined {
    if (this.#working() >= this.limits.atOnce) return undefined;
    const able = this.#firsts().filter((one) => this.#hasPlace(one));
    return able.reduce<Admitted | undefined>(
      (best, one) => (best === undefined || this.#hasLess(one, best) ? one : best),
      undefined,
    );
  }

  /** The first that waits of each kind of work of each caller: those behind it have no better right. */
  #firsts(): Admitted[] {
    const firsts = new Map<string, Admitted>();
    for (const one of this.#requests.values()) {
      const whose = JSON.stringify([one.team, one.caller, one.kind]);
      if (!one.isWorking && one.pieces.length > 0 && !firsts.has(whose)) firsts.set(whose, one);
    }
    return [...firsts.values()];
  }

  #hasLess(one: Admitted, other: Admitted): boolean {
    const [ofOne, ofOther] = [this.#working({ team: one.team }), this.#working({ team: other.team })];
    if (ofOne !== ofOther) return ofOne < ofOther;
    const { team, caller } = other;
    return this.#working({ team: one.team, caller: one.caller }) < this.#working({ team, caller });
  }

  #hasPlace({ team, caller, kind }: Whose): boolean {
    return (
      this.#working() < this.limits.atOnce &&
      this.#working({ team }) < this.#ofOneTeam &&
      this.#working({ team, caller, kind }) < this.#ofOneKind
    );
  }

  #working(whose?: Whose): number {
    return this.#count(true, whose);
  }

  #count(hasPlace: boolean, { team, caller, kind }: Whose = {}): number {
    let count = 0;
    for (const one of this.#requests.values()) {
      const isTheirs = (team === undefined || one.team === team) && (caller === undefined || one.caller === caller);
      if (one.hasPlace === hasPlace && isTheirs && (kind === undefined || one.kind === kind)) count++;
    }
    return count;
  }
}
