/** A page of a list that is there as a whole and in the order of its keys: what stands behind one of them. */
export function pageBehind<T>(
  all: readonly T[],
  keyOf: (item: T) => readonly string[],
  { after, size }: { readonly after: readonly string[] | undefined; readonly size: number },
): { readonly items: readonly T[]; readonly more: boolean } {
  const begin = after === undefined ? 0 : all.findIndex((item) => isBehind(keyOf(item), after));
  const rest = begin === -1 ? [] : all.slice(begin, begin + size + 1);
  return { items: rest.slice(0, size), more: rest.length > size };
}

function isBehind(key: readonly string[], after: readonly string[]): boolean {
  for (const [index, part] of key.entries()) {
    const other = after[index] ?? '';
    if (part !== other) return part > other;
  }
  return false;
}
