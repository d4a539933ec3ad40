/** Beyond this, sums of two amounts are no longer exact doubles with certainty: exact integers take over. */
export const LARGEST_FAST_AMOUNT = 2 ** 52;

/** An amount of one resource, as an int64: cpu in thousandths, the rest in units or bytes. */
export interface Amount {
  readonly name: string;
  /** The nearest double: the amount itself up to `LARGEST_FAST_AMOUNT`. */
  readonly amount: number;
  readonly exact: bigint;
}

/** Wraps into an int64, as Go's arithmetic does. */
export function amountOf(name: string, value: bigint): Amount {
  const exact = BigInt.asIntN(64, value);
  return { name, amount: Number(exact), exact };
}

/** Whether plain doubles do for this amount. */
export function isFast(amount: Amount): boolean {
  return Math.abs(amount.amount) <= LARGEST_FAST_AMOUNT;
}
