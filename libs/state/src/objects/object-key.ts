/** An object by what is unique in its cluster. */
export interface ObjectKey {
  readonly kind: string;
  /** Empty for kinds that live in no namespace. */
  readonly namespace: string;
  readonly name: string;
}

/** The key that comes first of those at which readers stand. */
export function leastOf(keys: readonly (ObjectKey | undefined)[]): ObjectKey | undefined {
  let least: ObjectKey | undefined;
  for (const key of keys) if (key !== undefined && (least === undefined || compareKeys(key, least) < 0)) least = key;
  return least;
}

/** Whether a row is of that object. */
export function isOf<Key extends ObjectKey>(row: Key | undefined, key: ObjectKey): row is Key {
  return row !== undefined && compareKeys(row, key) === 0;
}

/** By kind, namespace and name, in byte order. */
export function compareKeys(a: ObjectKey, b: ObjectKey): number {
  return compareTexts(a.kind, b.kind) || compareTexts(a.namespace, b.namespace) || compareTexts(a.name, b.name);
}

/** Names are ASCII: code units are bytes. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
