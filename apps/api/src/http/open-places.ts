import { ErrorCode, RequestRefused } from '../outcome/index.js';

/** Places for connections that stay: WebSockets, and streams of events. */
export class OpenPlaces {
  #taken = 0;

  constructor(private readonly most: number) {}

  get taken(): number {
    return this.#taken;
  }

  /** Takes a place; answers what gives it back. @throws RequestRefused when there is none */
  take(): () => void {
    if (this.#taken >= this.most)
      throw RequestRefused.with(
        ErrorCode.TOO_MANY_REQUESTS,
        `${this.most} connections follow changes already; try again later`,
        { 'retry-after': '5' },
      );
    this.#taken++;
    let isHeld = true;
    return () => {
      if (isHeld) this.#taken--;
      isHeld = false;
    };
  }
}
