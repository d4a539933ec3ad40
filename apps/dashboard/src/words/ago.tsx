import { useState, type ReactNode } from 'react';
import { ago, dayAndTime } from './words.js';

/** How long ago a time was when it was first shown, and the time where the pointer rests. */
export function Ago({ at }: { readonly at: string }): ReactNode {
  const [now] = useState(() => Date.now());
  return <span title={dayAndTime(at)}>{ago(at, now)}</span>;
}
