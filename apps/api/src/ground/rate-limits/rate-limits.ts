import type { Caller } from '#access';
import type { Allowance, RateLimit } from '#limits';
import { ErrorCode, RequestRefused } from '../outcome/index.js';

/** Whose requests are counted together, and as what the headers name it. */
const SUBJECTS = [
  ['key', ({ team, principal }: Caller) => `${team} ${principal}`],
  ['team', ({ team }: Caller) => team],
] as const;

type Subject = (typeof SUBJECTS)[number][0];

/** The rate of each subject; none where it is not limited. */
export type Rates = Readonly<Partial<Record<Subject, RateLimit>>>;

/** What is left of each rate, by its subject. */
export type Allowances = readonly (readonly [Subject, Allowance])[];

/** How often a key, and all of its team together, may ask in a window; every process on the database counts along. */
export class RateLimits {
  constructor(private readonly rates: Rates) {}

  /** Counts a request. What is left after it, as far as the first of the rates that refuses it. */
  async take(caller: Caller): Promise<Allowances> {
    const allowances: (readonly [Subject, Allowance])[] = [];
    for (const [subject, keyOf] of SUBJECTS) {
      const allowance = await this.rates[subject]?.take(keyOf(caller));
      if (allowance === undefined) continue;
      allowances.push([subject, allowance]);
      if (!allowance.granted) break;
    }
    return allowances;
  }
}

/** The headers of draft-ietf-httpapi-ratelimit-headers: what may be asked in all, and what of it is left. */
export function rateHeaders(allowances: Allowances): Readonly<Record<string, string>> {
  if (allowances.length === 0) return {};
  const policies = allowances.map(([name, { rate }]) => `"${name}";q=${rate.points};w=${rate.seconds}`);
  const left = allowances.map(([name, { remaining, resetSeconds }]) => `"${name}";r=${remaining};t=${resetSeconds}`);
  return { 'ratelimit-policy': policies.join(', '), ratelimit: left.join(', ') };
}

/** Why a request is not served; undefined when all rates granted it. */
export function overRate(allowances: Allowances): RequestRefused | undefined {
  const refused = allowances.find(([, { granted }]) => !granted);
  if (refused === undefined) return undefined;
  const [subject, { rate, resetSeconds }] = refused;
  return RequestRefused.with(
    ErrorCode.RATE_LIMITED,
    `the ${subject} may send ${rate.points} requests in ${rate.seconds} seconds; try again in ${resetSeconds} seconds`,
    { 'retry-after': String(resetSeconds) },
  );
}
