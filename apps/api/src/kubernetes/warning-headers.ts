import type { ResourcePath } from './resource-path.js';

/** Characters of all warnings of an answer, and of each where they are more. // as apiserver WithWarningRecorder */
const MOST_CHARACTERS = 4_096;
const MOST_OF_ONE = 256;

/** RFC 7234 warnings as the API server writes them: `299 - "unknown field \"spec.foo\""`, each once. */
export function warningHeaders(texts: readonly string[]): string[] {
  const printable = [...new Set(texts)].filter((text) => !/\p{Cc}/u.test(text));
  const total = printable.reduce((sum, text) => sum + text.length, 0);
  return (total <= MOST_CHARACTERS ? printable : cut(printable)).map(headerOf);
}

/** What every request of a kind is warned of, before all else. */
export function deprecations({ kind }: Pick<ResourcePath, 'kind'>): string[] {
  return kind.deprecated === undefined ? [] : [kind.deprecated];
}

/** Shortened, and no more than fit. */
function cut(texts: readonly string[]): string[] {
  const reported: string[] = [];
  let written = 0;
  for (const text of texts) {
    if (written >= MOST_CHARACTERS) break;
    const short = [...text].slice(0, MOST_OF_ONE).join('');
    written += short.length;
    reported.push(short);
  }
  return reported;
}

/** As bytes of UTF-8, which headers are here as there. */
function headerOf(text: string): string {
  const quoted = text.replaceAll(/["\\]/g, (character) => `\\${character}`);
  return Buffer.from(`299 - "${quoted}"`, 'utf8').toString('latin1');
}
