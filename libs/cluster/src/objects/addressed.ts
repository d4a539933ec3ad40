import type { Manifest } from '#rows';
import { isJsonObject } from '#json';
import type { FieldProblem } from '#apimachinery';
import type { KindDescription } from '#kubernetes';
import { ok, refuse, type ObjectRef, type Outcome } from '#requests';

/** Where a body was sent: its kind, its namespace and, but for a creation, its name. */
export interface Address {
  readonly kind: Pick<ObjectRef, 'apiVersion' | 'kind'> & Pick<KindDescription, 'namespaced'>;
  readonly namespace: string;
  readonly name?: string;
}

/**
 * The body as an object of its address, or Invalid: kind, namespace and name are part of what was addressed, and
 * neither a replacement nor a patch can change them. What else is wrong with it, admission says.
 */
export function addressed(body: unknown, address: Address): Outcome<Manifest> {
  const problems = [...shapeProblems(body, address)];
  if (problems.length === 0) return ok(inNamespace(body as Manifest, address));
  const {
    kind: { apiVersion, kind },
    namespace,
    name = '',
  } = address;
  const misaddressed = misaddressedBy(body, address);
  return refuse({
    kind: 'ObjectInvalid',
    object: { apiVersion, kind, namespace, name },
    problems,
    ...(misaddressed === undefined ? {} : { misaddressed }),
  });
}

/** What the API server v1.34 says to an object of another name or namespace, or without a name. // as checkName */
function misaddressedBy(body: unknown, { kind, namespace, name }: Address): string | undefined {
  const metadata = isJsonObject(body) && isJsonObject(body['metadata']) ? body['metadata'] : {};
  const { name: givenName, namespace: givenNamespace } = metadata;
  if (name !== undefined && (givenName ?? '') === '')
    return `the name of the object (${name} based on URL) was undeterminable: name must be provided`;
  if (name !== undefined && typeof givenName === 'string' && givenName !== name)
    return `the name of the object (${givenName}) does not match the name on the URL (${name})`;
  if (kind.namespaced && typeof givenNamespace === 'string' && givenNamespace !== '' && givenNamespace !== namespace)
    return 'the namespace of the provided object does not match the namespace sent on the request';
  return undefined;
}

function* shapeProblems(body: unknown, { kind, namespace, name }: Address): Iterable<FieldProblem> {
  if (!isJsonObject(body)) {
    yield {
      field: '',
      reason: 'FieldValueTypeInvalid',
      message: `Invalid value: ${JSON.stringify(body)}: must be an object`,
    };
    return;
  }
  yield* differing('apiVersion', body['apiVersion'], kind.apiVersion);
  yield* differing('kind', body['kind'], kind.kind);
  const { metadata } = body;
  if (!isJsonObject(metadata)) {
    yield { field: 'metadata', reason: 'FieldValueRequired', message: 'Required value' };
    return;
  }
  if (name !== undefined) yield* differing('metadata.name', metadata['name'], name);
  if (kind.namespaced && metadata['namespace'])
    yield* differing('metadata.namespace', metadata['namespace'], namespace);
}

/** A body may leave its namespace to the address, as in the API server. */
function inNamespace(body: Manifest, { kind, namespace }: Address): Manifest {
  if (kind.namespaced) return body.metadata.namespace ? body : { ...body, metadata: { ...body.metadata, namespace } };
  if (body.metadata.namespace === undefined) return body;
  // An object of the cluster has no namespace. // as rest.EnsureObjectNamespaceMatchesRequestNamespace
  const { namespace: _given, ...metadata } = body.metadata;
  return { ...body, metadata };
}

function* differing(field: string, given: unknown, wanted: string): Iterable<FieldProblem> {
  if (given === wanted) return;
  const message = `Invalid value: ${JSON.stringify(given ?? '')}: the request is for ${JSON.stringify(wanted)}`;
  yield { field, reason: 'FieldValueInvalid', message };
}
