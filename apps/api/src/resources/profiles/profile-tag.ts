import type { ServedProfile } from '#scheduling';
import type { Terms } from '../../ground/http/index.js';

/** The header with a profile's entity tag: what it was last changed to, and as which version it serves. */
export function tagOf({ resourceVersion, version }: ServedProfile): { readonly etag: string } {
  return { etag: `"${resourceVersion}.${version}"` };
}

/** Terms with conditions by tags, as those by resourceVersions that services take. */
export function byResourceVersion({ conditions, ...key }: ReturnType<Terms>): ReturnType<Terms> {
  if (conditions === undefined) return key;
  const versions = (tags: readonly string[]): string[] => tags.map((tag) => tag.replace(/^(\d+)\.\d+$/, '$1'));
  const { match, noneMatch } = conditions;
  return {
    ...key,
    conditions: { ...(match && { match: versions(match) }), ...(noneMatch && { noneMatch: versions(noneMatch) }) },
  };
}
