import type { Caller } from '#access';
import { ErrorCode, RequestRefused } from '../outcome/index.js';

/** How many connections may stay open. */
export interface PlaceLimits {
  readonly inAll: number;
  /** Those of one key. */
  readonly ofOneKey: number;
}

/** Slots for connections that stay: WebSockets, and streams of events. */
export class OpenPlaces {
  /** By key. */
  readonly #taken = new Map<string, number>();
  #inAll = 0;

  constructor(private readonly limits: PlaceLimits) {}

  get taken(): number {
    return this.#inAll;
  }

  /**
   * Takes a slot; returns the function that gives it back. Callers that are not yet authenticated share the total.
   * @throws RequestRefused when there is none
   */
  take({ team, principal, roles }: Pick<Caller, 'team' | 'principal' | 'roles'>): () => void {
    const { inAll, ofOneKey } = this.limits;
    const key = `${team} ${principal}`;
    const own = this.#taken.get(key) ?? 0;
    if (this.#inAll >= inAll) throw noPlace(`${inAll} connections follow changes already`);
    if (roles.length > 0 && own >= ofOneKey) throw noPlace(`${ofOneKey} connections of one key follow changes already`);
    this.#taken.set(key, own + 1);
    this.#inAll++;
    let isHeld = true;
    return () => {
      if (isHeld) this.#giveBack(key);
      isHeld = false;
    };
  }

  #giveBack(key: string): void {
    const left = (this.#taken.get(key) ?? 1) - 1;
    if (left === 0) this.#taken.delete(key);
    else this.#taken.set(key, left);
    this.#inAll--;
  }
}

function noPlace(why: string): RequestRefused {
  return RequestRefused.with(ErrorCode.TOO_MANY_REQUESTS, `${why}; try again later`, { 'retry-after': '5' });
}
