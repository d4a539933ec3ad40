import { speaksKubernetes } from './speaks-kubernetes.js';

/** Letters, digits, `-`, `.`, `_` and `~`: they mean the same as they are and percent-encoded (RFC 3986, 2.3). */
const ENCODED = /%(?:2[DE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/**
 * The URL of a request in the one form that all code that reads it may rely on: the router finds the same route for
 * `/%761/clusters` as for `/v1/clusters`, and takes no notice of a fragment.
 */
export function canonicalUrl({ url = '/' }: { readonly url?: string | undefined }): string {
  const [target = ''] = url.split('#', 1);
  const [path = ''] = target.split('?', 1);
  const decoded = path.includes('%') ? path.replace(ENCODED, (encoded) => decodeURIComponent(encoded)) : path;
  const query = target.slice(path.length);
  return withoutLastSlash(decoded) + (query.includes('%') && speaksKubernetes(decoded) ? readable(query) : query);
}

/** Parameters that are not percent-encoded as they should be are none to the API server. // as url.Values of Go */
function readable(query: string): string {
  const pairs = query.slice(1).split('&');
  return `?${pairs.filter((pair) => !/%(?![0-9a-f]{2})/i.test(pair)).join('&')}`;
}

/** The API server finds `/api/` where it finds `/api`. */
function withoutLastSlash(path: string): string {
  return path.endsWith('/') && speaksKubernetes(path) ? path.replace(/\/+$/, '') : path;
}
