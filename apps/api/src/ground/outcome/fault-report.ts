import type { Logger } from 'pino';
import type { ErrorDescription } from './describe-refusal.js';
import { ErrorCode } from './error-table.js';

/** One line about outages in so long: thousands of requests fail of one cause. */
const PERIOD_MS = 1_000;

type Level = 'error' | 'warn';

/** Outages that no line was written about yet. */
interface Unwritten {
  count: number;
  readonly reasons: Map<string, number>;
  readonly first: { readonly level: Level; readonly fields: object; readonly message: string };
}

/** Why the database did not do what was asked. */
type OutageKind = 'timeout' | 'cancelled' | 'contention' | 'full' | 'away';

/** What callers learn of outages. */
const OUTAGES: Readonly<Record<OutageKind, Omit<ErrorDescription, 'errors'>>> = {
  timeout: {
    code: ErrorCode.STATEMENT_TIMEOUT,
    detail: 'a database statement timed out; request less, or try again later',
  },
  cancelled: {
    code: ErrorCode.UNAVAILABLE,
    detail: 'an administrator of the database cancelled the statement; try again later',
  },
  contention: {
    code: ErrorCode.UNAVAILABLE,
    detail: 'other transactions of the database were in the way; try again later',
  },
  full: {
    code: ErrorCode.UNAVAILABLE,
    detail: 'the disk of the database is full; try again when its operator has made room',
  },
  away: { code: ErrorCode.UNAVAILABLE, detail: 'the database does not answer; try again later' },
};

/** How errors of the database are distinguished from all others. */
export interface FaultReportOptions {
  /** Why the database could not do what was asked; undefined for errors that mean something else. */
  readonly reasonOf: (error: unknown) => string | undefined;
  /** Of what kind that is. */
  readonly kindOf: (error: unknown) => OutageKind | undefined;
  readonly periodMs?: number;
}

/** Distinguishes faults from outages, and writes them: each fault, and the outages of a second together. */
export class FaultReport {
  #unwritten: Unwritten | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly logger: Logger,
    private readonly options: FaultReportOptions,
  ) {}

  /** What the caller learns of it: of faults, only where they are written. */
  describe(error: unknown, requestId: string): Omit<ErrorDescription, 'errors'> {
    const kind = this.options.kindOf(error);
    return kind === undefined
      ? { code: ErrorCode.INTERNAL, detail: `an unexpected error; the log has it under request id ${requestId}` }
      : OUTAGES[kind];
  }

  /** `message` is what could not be done because of it, or what it is of. */
  report(error: unknown, message: string, fields: object = {}, level: Level = 'error'): void {
    const reason = this.options.reasonOf(error);
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
    }, this.options.periodMs ?? PERIOD_MS).unref();
  }
}
