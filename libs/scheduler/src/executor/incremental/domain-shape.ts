import { NO_DOMAIN, type Domains } from '../../plugin.js';

/**
 * Up to so many domains, of so many rows on average, are looked at one by one for every
 * decision; else it is done by row.
 */
const FEW_DOMAINS = 64;
const MANY_ROWS = 4;

/** How the values of domains are looked at. */
export interface DomainShape {
  /** There are few. */
  readonly isCoarse: boolean;
  /** There is one, and every row is in it. */
  readonly isUniform: boolean;
}

/** A value for every row is none of few. */
const OWN: DomainShape = Object.freeze({ isCoarse: false, isUniform: false });

const known = new WeakMap<Domains, DomainShape>();

/** Found out once for the same domains: every class has columns over them. */
export function shapeOf(domains: Domains | null): DomainShape {
  if (domains === null) return OWN;
  const before = known.get(domains);
  if (before !== undefined) return before;
  const { of, firstRows } = domains;
  const shape = {
    isCoarse: firstRows.length === 1 || (firstRows.length <= FEW_DOMAINS && firstRows.length * MANY_ROWS <= of.length),
    isUniform: firstRows.length === 1 && !of.includes(NO_DOMAIN),
  };
  known.set(domains, shape);
  return shape;
}
