import { humanDuration } from '#apimachinery';

/** How long ago a time was, in milliseconds and in RFC 3339; `<unknown>` where there is none. */
export function ageOf(time: string | undefined | null, now: number): string {
  const then = typeof time === 'string' ? Date.parse(time) : NaN;
  return Number.isNaN(then) ? '<unknown>' : humanDuration(now - then);
}
