const MOST = 3;

/** The first three of a list, and how many more there are: `a,b,c + 2 more...`. */
export function fewOf(texts: readonly string[]): string {
  const shown = texts.slice(0, MOST).join(',');
  return texts.length > MOST ? `${shown} + ${texts.length - MOST} more...` : shown;
}
