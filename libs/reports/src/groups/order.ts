/** Groups in byte order of their names, the one without a name last. */
export function compareGroups(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
