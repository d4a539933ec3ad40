import type { ServedProfile } from '#scheduling';

/** The header with a profile's entity tag: what it was last changed to, and as which version it serves. */
export function tagOf({ resourceVersion, version }: ServedProfile): { readonly etag: string } {
  return { etag: `"${resourceVersion}.${version}"` };
}

/** The resourceVersions that If-Match allows; nothing where it allows any. A tag that is none of ours allows none. */
export function ifMatch(header: string | undefined): { readonly resourceVersions?: readonly string[] } {
  const tags = header?.split(',').map((tag) => tag.trim());
  if (tags === undefined || tags.includes('*')) return {};
  return { resourceVersions: tags.map((tag) => /^"(\d+)\.\d+"$/.exec(tag)?.[1] ?? tag) };
}
