import type { Logger } from 'pino';

/** One line about outages in so long: thousands of requests fail of one cause. */
const PERIOD_MS = 1_000;

type Level = 'error' | 'warn';

/** Outages that no line was written about yet. */
interface Unwritten {
  count: number;
  readonly reasons: Map<string, number>;
  readonly first: { readonly level: Level; readonly fields: object; readonly message: string };
}

/** How faults are told from outages, and where they are written: each fault, and the outages of a second together. */
export class FaultReport {
  #unwritten: Unwritten | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly logger: Logger,
    /** Why the database could not do what was asked; undefined for errors that mean something else. */
    private readonly reasonOf: (error: unknown) => string | undefined,
    private readonly periodMs = PERIOD_MS,
  ) {}

  isOutage(error: unknown): boolean {
    return this.reasonOf(error) !== undefined;
  }

  /** `message` is what could not be done because of it, or what it is of. */
  report(error: unknown, message: string, fields: object = {}, level: Level = 'error'): void {
    const reason = this.reasonOf(error);
    if (reason === undefined) this.logger[level]({ err: error, ...fields }, message);
    else this.#outage(reason, { level, fields: { err: error, ...fields }, message });
  }

  #outage(reason: string, first: Unwritten['first']): void {
    this.#unwritten ??= { count: 0, reasons: new Map(), first };
    const { reasons } = this.#unwritten;
    this.#unwritten.count++;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (this.#timer === undefined) this.#write();
  }

  /** The first of all is written at once, those after it when their second is over. */
  #write(): void {
    this.#timer = undefined;
    if (this.#unwritten === undefined) return;
    const { count, reasons, first } = this.#unwritten;
    this.#unwritten = undefined;
    const outage = { count, reasons: Object.fromEntries(reasons) };
    this.logger[first.level]({ ...first.fields, outage }, first.message);
    this.#timer = setTimeout(() => {
      this.#write();
    }, this.periodMs).unref();
  }
}
