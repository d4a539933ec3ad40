import { findResource, SERVED_SUBRESOURCES } from '#kubernetes';
import { kubernetesResources, type ResourceActions } from '#kubernetes-schema';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';

type ServedKind = NonNullable<ReturnType<typeof findResource>>;

/** What a path of the Kubernetes API leads to: a collection, an object, or a subresource of one. */
export interface ResourcePath {
  readonly cluster: string;
  readonly kind: ServedKind;
  /** Empty for cluster-scoped kinds and for collections over all namespaces. */
  readonly namespace: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** The path begins with `watch`, as clients of old wrote it: what it leads to is watched. */
  readonly isWatched: boolean;
  /** What is read and written here is shown as an API server shows it. */
  readonly asServed: true;
}

/** Subresources of a namespace, which would otherwise look like a resource in it. */
const OF_NAMESPACES = new Set(['status', 'finalize']);

/**
 * Reads `/v1/clusters/{cluster}/api/v1/...` and `/v1/clusters/{cluster}/apis/{group}/{version}/...` as the API server's
 * RequestInfo reads what follows the cluster.
 * @throws RequestRefused when nothing is served there.
 */
export function resourcePath(path: string): ResourcePath {
  // A cluster that another team shares is `team%2Fname`.
  const [, , , cluster = '', ...encoded] = path.split('/');
  const [root, ...rest] = decodeURIComponent(encoded.join('/')).split('/');
  const [group = '', version = '', ...steps] = root === 'api' ? ['', ...rest] : rest;
  const isWatched = steps[0] === 'watch';
  const { namespace, steps: below } = namespaceOf(isWatched ? steps.slice(1) : steps);
  const [resource = '', name, subresource, ...beyond] = below;
  // Bindings are posted to pods, or to the bindings of a namespace.
  const isBinding = group === '' && version === 'v1' && resource === 'bindings';
  const kind = findResource(group, version, isBinding ? 'pods' : resource);
  checkName(name);
  const isThere =
    kind !== undefined &&
    beyond.length === 0 &&
    (!isBinding || name === undefined) &&
    [name, subresource].every((step) => step !== '') &&
    (kind.namespaced ? namespace !== '' || name === undefined : namespace === '');
  if (!isThere) throw nothingThere(group);
  return {
    cluster: decodeURIComponent(cluster),
    kind,
    namespace,
    name,
    subresource: isBinding ? 'binding' : subresource,
    isWatched,
    asServed: true,
  };
}

/** Of a group that is not served the API server has no handler at all, and Go's own answers. */
export function nothingThere(group: string): RequestRefused {
  return group === '' || kubernetesResources().some(({ apiVersion }) => apiVersion.startsWith(`${group}/`))
    ? RequestRefused.with(ErrorCode.ROUTE_NOT_FOUND, 'the server could not find the requested resource')
    : RequestRefused.asText(ErrorCode.ROUTE_NOT_FOUND, '404 page not found');
}

/** A name that no path of a store can have. // as apimachinery v1.34 IsValidPathSegmentName */
function checkName(name = ''): void {
  const wrong = name === '.' || name === '..' ? `may not be '${name}'` : name.includes('%') && "may not contain '%'";
  if (wrong === false) return;
  throw RequestRefused.with(ErrorCode.INVALID_REQUEST, `Name parameter invalid: ${JSON.stringify(name)}: ${wrong}`);
}

function namespaceOf(steps: readonly string[]): { readonly namespace: string; readonly steps: readonly string[] } {
  const [first, namespace = '', third] = steps;
  if (first !== 'namespaces' || third === undefined || OF_NAMESPACES.has(third)) return { namespace: '', steps };
  return { namespace, steps: steps.slice(2) };
}

/** The subresources of a kind that are served, by name. */
export function servedSubresources(kind: ServedKind): ReadonlyMap<string, ResourceActions> {
  return new Map([...(resourceOf(kind)?.subresources ?? [])].filter(([name]) => SERVED_SUBRESOURCES.has(name)));
}

function resourceOf({ apiVersion, plural }: ServedKind): ReturnType<typeof kubernetesResources>[number] | undefined {
  return kubernetesResources().find((one) => one.apiVersion === apiVersion && one.plural === plural);
}

/** The methods of a path, in the order in which `Allow` lists them. */
export function methodsOf({ kind, namespace, name, subresource, isWatched }: ResourcePath): readonly string[] {
  if (isWatched) return subresource === undefined ? ['GET'] : [];
  if (name === undefined && subresource === 'binding') return namespace === '' ? ['GET'] : ['POST'];
  if (name === undefined) {
    if (kind.namespaced && namespace === '') return ['GET'];
    return ['GET', 'POST', ...(resourceOf(kind)?.actions.includes('deletecollection') === true ? ['DELETE'] : [])];
  }
  if (subresource === undefined) return ['GET', 'PUT', 'PATCH', 'DELETE'];
  const actions = new Set(servedSubresources(kind).get(subresource)?.actions);
  return ['GET', 'POST', 'PUT', 'PATCH'].filter((method) => actions.has(method.toLowerCase()));
}
