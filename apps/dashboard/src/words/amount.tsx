import type { ReactNode } from 'react';
import { amount } from './words.js';

/** An amount as it is read, and as it is where the pointer rests: of memory, in bytes. */
export function Amount({ of, value }: { readonly of: string; readonly value: number }): ReactNode {
  return <span title={`${value.toLocaleString('en', { maximumFractionDigits: 9 })} ${of}`}>{amount(of, value)}</span>;
}
