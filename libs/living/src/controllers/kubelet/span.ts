import { LONGEST_MS, parseDuration } from '../../clock/index.js';
import { uniformsOf } from '../../seed/index.js';

/** How long something takes: always the same, or drawn anew for each pod and run. In milliseconds. */
export type Span = (draw: string) => number;

const DISTRIBUTION = /^(?<name>[a-z]+)\((?<first>[^(),]+)(?:,(?<second>[^(),]+))?\)$/;

/**
 * Reads a duration (`20s`) or a distribution of them: `uniform(5s,20s)` between two, `exponential(10s)` by its mean,
 * `normal(10s,3s)` and `lognormal(10s,3s)` by their mean and standard deviation. Undefined where it is none of these.
 * What is drawn is never negative, nor longer than a duration may be.
 */
export function parseSpan(text: string): Span | undefined {
  const fixed = parseDuration(text);
  if (fixed !== undefined) return () => fixed;
  const { name = '', first = '', second } = DISTRIBUTION.exec(text.replaceAll(' ', ''))?.groups ?? {};
  const one = parseDuration(first);
  const other = second === undefined ? undefined : parseDuration(second);
  if (one === undefined || (second !== undefined && other === undefined)) return undefined;
  const drawn = drawerOf(name, one, other);
  return drawn && ((draw) => Math.round(Math.min(Math.max(drawn(uniformsOf(draw)), 0), LONGEST_MS)));
}

type Drawer = (uniform: () => number) => number;

function drawerOf(name: string, one: number, other: number | undefined): Drawer | undefined {
  if (name === 'exponential' && other === undefined) return (uniform) => -one * Math.log(uniform());
  if (other === undefined) return undefined;
  if (name === 'uniform') return other < one ? undefined : (uniform) => one + (other - one) * uniform();
  if (name === 'normal') return (uniform) => one + other * standardNormal(uniform);
  if (name !== 'lognormal' || one === 0) return undefined;
  const variance = Math.log(1 + (other / one) ** 2);
  return (uniform) => Math.exp(Math.log(one) - variance / 2 + Math.sqrt(variance) * standardNormal(uniform));
}

/** As Box and Muller make one of two uniform numbers. */
function standardNormal(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
