import { useSyncExternalStore } from 'react';

const print = matchMedia('print');

/** Whether the page is on its way to paper, where everything is shown at once. */
export function usePrinting(): boolean {
  return useSyncExternalStore(observe, () => print.matches);
}

function observe(observer: () => void): () => void {
  print.addEventListener('change', observer);
  return () => print.removeEventListener('change', observer);
}
