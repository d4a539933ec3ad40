/** A number of things in words: `1 decision`, `2 decisions`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
