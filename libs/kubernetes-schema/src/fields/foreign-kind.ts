import { kubernetesResources, type KindReference } from './resource-table.js';
import { undecodable } from './wrong-types.js';

const SCHEME = 'pkg/api/legacyscheme/scheme.go:30';

/** What an object says that it is. */
export interface GivenKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Why an object that says it is of another kind or version cannot be taken as one of the asked kind, in the words of
 * the API server; undefined where it says the asked one. // as apimachinery v1.34 runtime.Scheme
 */
export function foreignKind(object: unknown, given: GivenKind, asked: KindReference): string | undefined {
  if (given.apiVersion === asked.apiVersion && given.kind === asked.kind) return undefined;
  const [version = '', , ...beyond] = given.apiVersion.split('/').reverse();
  if (beyond.length > 0) return `unexpected GroupVersion string: ${given.apiVersion}`;
  if (!isKnown(given))
    return (
      `no kind ${JSON.stringify(given.kind)} is registered for version ${JSON.stringify(given.apiVersion)} ` +
      `in scheme "${SCHEME}"`
    );
  // It is read as what it says that it is, and converted then.
  const unread = undecodable(object, given)?.sentence;
  const from = `(${version}.${given.kind})`;
  return unread ?? `converting ${from} to (${packageOf(asked.apiVersion)}.${asked.kind}): unknown conversion`;
}

/** Kinds that the API server has, and their lists. */
function isKnown({ apiVersion, kind }: GivenKind): boolean {
  return kubernetesResources().some(
    (known) => known.apiVersion === apiVersion && (known.kind === kind || `${known.kind}List` === kind),
  );
}

/** The package of Go in which a group's own types are. */
function packageOf(apiVersion: string): string {
  return apiVersion.includes('/') ? (apiVersion.split(/[./]/, 1)[0] ?? '') : 'core';
}
