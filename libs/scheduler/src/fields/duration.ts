import { ownField } from '#json';

const DURATION = /^([-+]?)(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;

const MILLISECONDS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/**
 * Milliseconds of a duration as Go writes it, `1h15m30.918s`; undefined for what is none. As Go's time.ParseDuration.
 */
export function parseDuration(text: string): number | undefined {
  const sign = DURATION.exec(text)?.[1];
  if (sign === undefined) return undefined;
  const parts = [...text.matchAll(PART)].map(
    ([, amount = '', unit = '']) => Number(amount) * (ownField(MILLISECONDS, unit) ?? 0),
  );
  const sum = parts.reduce((total, part) => total + part, 0);
  return sign === '-' ? -sum : sum;
}
