import { parseDuration, type LivingCluster, type Moment } from '#living';
import { ok, refuse, type Outcome } from '#requests';
import { LATEST_MS } from '#writes';

/** How time is to pass. Durations are Go's. */
export type ClockMove =
  | { readonly advance: string }
  /** RFC 3339. */
  | { readonly advanceTo: string }
  /** Until no object has changed for `quiet`, at most for `atMost`. */
  | { readonly settle: { readonly quiet: string; readonly atMost: string } };

/** Where a movement begins and ends; times in milliseconds since 1970. */
export interface Way {
  readonly from: number;
  /** The latest time of its end. */
  readonly to: number;
  /** Its moments that are left, however many there were before. */
  readonly moments: (living: LivingCluster) => Iterable<Moment>;
}

/** The way of a movement that begins now. */
export function wayOf(now: number, move: ClockMove): Outcome<Way> {
  if ('settle' in move) {
    const [quietMs, atMostMs] = [parseDuration(move.settle.quiet), parseDuration(move.settle.atMost)];
    if (quietMs === undefined) return noDuration('settle.quiet', move.settle.quiet);
    if (atMostMs === undefined) return noDuration('settle.atMost', move.settle.atMost);
    const to = now + atMostMs;
    if (to > LATEST_MS) return tooLate('settle.atMost', move.settle.atMost);
    return ok({ from: now, to, moments: (living) => living.settle({ from: now, quietMs, atMostMs }) });
  }
  if ('advance' in move) {
    const ms = parseDuration(move.advance);
    if (ms === undefined) return noDuration('advance', move.advance);
    return now + ms > LATEST_MS ? tooLate('advance', move.advance) : ok(wayTo(now, now + ms));
  }
  const at = Date.parse(move.advanceTo);
  if (Number.isNaN(at)) return invalid('advanceTo', `Invalid value: "${move.advanceTo}": must be a time`);
  if (at > LATEST_MS) return tooLate('advanceTo', move.advanceTo);
  return at < now
    ? invalid('advanceTo', `Invalid value: "${move.advanceTo}": must not be before the clock's time`)
    : ok(wayTo(now, at));
}

export function wayTo(from: number, to: number): Way {
  return { from, to, moments: (living) => living.advanceTo(to) };
}

export function invalid(field: string, message: string): Outcome<never> {
  return refuse({ kind: 'InvalidRequest', problems: [{ field, reason: 'FieldValueInvalid', message }] });
}

function noDuration(field: string, text: string): Outcome<never> {
  return invalid(field, `Invalid value: "${text}": must be a duration such as 1h2m3.5s, at most a hundred years`);
}

function tooLate(field: string, text: string): Outcome<never> {
  return invalid(field, `Invalid value: "${text}": must not end after the year 9999`);
}
