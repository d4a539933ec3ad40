import { useCallback } from 'react';
import { inFull, shortened } from './long-text.js';
import { useParameter } from './use-place.js';

/** A parameter that may be long: the address holds it, or its name in this tab; undefined where another tab has it. */
export function useLongParameter(name: string): readonly [string | undefined, (text: string) => string] {
  const [found] = useParameter(name);
  const short = useCallback((text: string) => shortened(text, sessionStorage), []);
  return [inFull(found, sessionStorage), short];
}
