import { humanDuration } from '#apimachinery';
import { Help } from '@commander-js/extra-typings';

/** A number of things in words: `1 decision`, `2 decisions`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** How long ago a moment was, as kubectl says it: `42s`, `5m30s`, `3h`, `12d`. */
export function age(at: string | null | undefined, now: number = Date.now()): string {
  return at == null ? '-' : humanDuration(Math.max(0, now - Date.parse(at)));
}

/** A pod as kubectl's users write it. */
export function podName({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

/** A text broken between words for a terminal; in one line for files and pipes. */
export function paragraph(text: string, columns: number | undefined): string {
  return columns === undefined ? text : new Help().boxWrap(text, columns);
}
