import { useState } from 'react';

const STORED = 'berth.side-bar';

/** Whether the side bar shows icons only, and the way to the other: a choice of this browser. */
export function useFold(): readonly [isNarrow: boolean, fold: () => void] {
  const [isNarrow, setNarrow] = useState(() => localStorage.getItem(STORED) === 'icons');
  return [
    isNarrow,
    () => {
      localStorage.setItem(STORED, isNarrow ? 'names' : 'icons');
      setNarrow(!isNarrow);
    },
  ];
}
