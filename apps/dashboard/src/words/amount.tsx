import type { ReactNode } from 'react';
import { amount, amountOf } from './words.js';

/** An amount as it is read, and as it is where the pointer rests: of memory, in bytes. */
export function Amount({
  of,
  value,
  isNamed = false,
}: {
  readonly of: string;
  readonly value: number;
  /** Whether it says what it is of, too. */
  readonly isNamed?: boolean;
}): ReactNode {
  const exact = `${value.toLocaleString('en', { maximumFractionDigits: 9 })} ${of}`;
  return <span title={exact}>{isNamed ? amountOf(of, value) : amount(of, value)}</span>;
}
