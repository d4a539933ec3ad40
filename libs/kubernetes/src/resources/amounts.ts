import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  isQuantityProblem,
  parseQuantity,
  requireQuantity,
  subtractQuantities,
  ZERO_QUANTITY,
  type Quantity,
} from '#apimachinery';
import type { ResourceList } from './resources.js';

/** Amounts by the names of resources. */
export type Amounts = ReadonlyMap<string, Quantity>;

export const NO_AMOUNTS: Amounts = new Map();

/** One thing, counted. */
export const ONE: Quantity = Object.freeze({ unscaled: 1n, exponent: 0, format: 'DecimalSI' });

/** A list of amounts as an object has it. @throws RangeError on a text that is none: admission was before this */
export function readAmounts(list: ResourceList | null | undefined): Map<string, Quantity> {
  const amounts = new Map<string, Quantity>();
  if (list) for (const name of Object.keys(list)) amounts.set(name, requireQuantity(list[name] ?? 0));
  return amounts;
}

/** The same where the list has not been validated yet: what is no quantity counts nothing, and validation names it. */
export function soundAmounts(list: ResourceList | undefined): Map<string, Quantity> {
  const amounts = new Map<string, Quantity>();
  for (const [name, text] of Object.entries(list ?? {})) {
    const amount = parseQuantity(text);
    if (!isQuantityProblem(amount)) amounts.set(name, amount);
  }
  return amounts;
}

/** The canonical texts of amounts, by name in byte order, as a status shows them. */
export function printAmounts(amounts: Amounts): Record<string, string> {
  return Object.fromEntries(inOrder(amounts).map(([name, amount]) => [name, formatQuantity(amount)]));
}

/** `cpu=1,memory=1Gi`. // as API server v1.34 resourcequota prettyPrint */
export function amountsText(amounts: Amounts): string {
  return inOrder(amounts)
    .map(([name, amount]) => `${name}=${formatQuantity(amount)}`)
    .join(',');
}

/** The sum; a name that only one of them has is in it. */
export function addAmounts(a: Amounts, b: Amounts): Map<string, Quantity> {
  const sum = new Map(a);
  for (const [name, amount] of b) {
    const before = sum.get(name);
    sum.set(name, before === undefined ? amount : addQuantities(before, amount));
  }
  return sum;
}

/** `a - b`, which may fall below nothing; a name that only one of them has is in it. */
export function subtractAmounts(a: Amounts, b: Amounts): Map<string, Quantity> {
  const difference = new Map(a);
  for (const [name, amount] of b)
    difference.set(name, subtractQuantities(difference.get(name) ?? ZERO_QUANTITY, amount));
  return difference;
}

/** The larger of both, name by name. */
export function largerAmounts(a: Amounts, b: Amounts): Map<string, Quantity> {
  const larger = new Map(a);
  for (const [name, amount] of b) {
    const before = larger.get(name);
    if (before === undefined || compareQuantities(amount, before) > 0) larger.set(name, amount);
  }
  return larger;
}

/** The amounts whose name and value are wanted. */
export function someAmounts(amounts: Amounts, wanted: (name: string, amount: Quantity) => boolean): Amounts {
  return new Map([...amounts].filter(([name, amount]) => wanted(name, amount)));
}

/** Whether both have the same names with the same values, however they are written. */
export function equalAmounts(a: Amounts, b: Amounts): boolean {
  return (
    a.size === b.size &&
    [...a].every(([name, amount]) => {
      const other = b.get(name);
      return other !== undefined && compareQuantities(amount, other) === 0;
    })
  );
}

function inOrder(amounts: Amounts): [string, Quantity][] {
  return [...amounts].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
