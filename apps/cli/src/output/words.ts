import { Help } from '@commander-js/extra-typings';

/** A number of things in words: `1 decision`, `2 decisions`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
] as const;

/** How long ago a moment was, as kubectl says it: `42s`, `5m`, `3h`, `12d`. */
export function age(at: string | null | undefined, now: number = Date.now()): string {
  if (at == null) return '-';
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1000));
  const [unit, size] = UNITS.find(([, one]) => seconds >= 2 * one) ?? ['s', 1];
  return `${Math.floor(seconds / size)}${unit}`;
}

/** A pod as kubectl's users write it. */
export function podName({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

/** A text broken between words for a terminal; in one line for files and pipes. */
export function paragraph(text: string, columns: number | undefined): string {
  return columns === undefined ? text : new Help().boxWrap(text, columns);
}
