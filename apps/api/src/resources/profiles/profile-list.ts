import type { ProfileVersion } from '#scheduling';

/**
 * How a list of profiles is ordered: the key of an item in page tokens and cursors, and whether an item stands before
 * a key (below zero) or behind it (above).
 */
export interface ProfileOrder {
  readonly keyOf: (profile: ProfileVersion) => string;
  readonly compare: (profile: ProfileVersion, key: string) => number;
}

/** Profiles by name, in byte order. */
export const BY_NAME: ProfileOrder = {
  keyOf: ({ name }) => name,
  compare: ({ name }, key) => Buffer.compare(Buffer.from(name), Buffer.from(key)),
};

/** Versions of one name, the latest first. */
export const LATEST_FIRST: ProfileOrder = {
  keyOf: ({ version }) => String(version),
  compare: ({ version }, key) => Number(key) - version,
};

/**
 * A page of a list that is short enough to be read at once, in its order: what stands behind the key. The item that the
 * key was of may be gone or changed by now; the list goes on where it stood.
 */
export function pageBehind<T extends ProfileVersion>(
  all: readonly T[],
  { compare }: ProfileOrder,
  { after, size }: { readonly after: string | undefined; readonly size: number },
): { readonly items: readonly T[]; readonly more: boolean } {
  const rest = after === undefined ? all : all.filter((item) => compare(item, after) > 0);
  return { items: rest.slice(0, size), more: rest.length > size };
}
