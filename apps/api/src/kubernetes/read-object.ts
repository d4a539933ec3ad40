import type { Manifest } from '#rows';
import { isJsonObject } from '#json';
import { undecodable, type NamedKind } from '#kubernetes-schema';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import type { FieldValidation } from './field-validation.js';
import { checkKind } from './object-kind.js';
import type { ResourcePath } from './resource-path.js';
import { kindFault, noObject, unrecognized } from './unreadable-bodies.js';

/**
 * The object of a request: of the path's kind, in the path's namespace, of the path's name, without what its kind has
 * no field for. What else is wrong with it is found by admission. Texts as the API server has them (apiserver
 * endpoints/handlers v1.34).
 */
export function readObject(body: unknown, path: ResourcePath, fields: FieldValidation): Manifest {
  return addressedObject(body, path.kind, { path, fields });
}

/** The same, of the kind that a subresource of the path takes. */
export function addressedObject(
  body: unknown,
  asked: NamedKind,
  { path, fields }: { readonly path: ResourcePath; readonly fields: FieldValidation },
): Manifest {
  const { namespace, name } = path;
  const { metadata, ...object } = objectOfKind(body, asked, fields);
  checkNames(metadata, path);
  // Objects of the cluster have no namespace, and one that is given is left out.
  const { namespace: _given, ...rest } = fields.distinctOwners(metadata);
  return {
    ...object,
    metadata: { ...rest, ...(name === undefined ? {} : { name }), ...(namespace === '' ? {} : { namespace }) },
  } as Manifest;
}

/** An object of a request, of the kind that is asked for there, with metadata. */
type ObjectOfKind = Readonly<Record<string, unknown>> & { readonly metadata: Readonly<Record<string, unknown>> };

/** The object of a request, of the asked kind where it names none, without what that has no field for. */
export function objectOfKind(body: unknown, asked: NamedKind, fields: FieldValidation): ObjectOfKind {
  const object = body === null ? {} : body;
  if (object === undefined)
    throw unrecognized(asked.kind, 'json parse error: unexpected end of JSON input', new Uint8Array());
  if (!isJsonObject(object)) throw noObject(object, asked.kind, Buffer.from(JSON.stringify(object)));
  const { metadata: given } = object;
  checkKindTypes(object, asked.kind);
  checkKind(object, asked);
  const metadata = given ?? {};
  if (!isJsonObject(metadata)) throw unreadObject(object, asked);
  fields.checkObject(object, asked);
  return { ...object, apiVersion: asked.apiVersion, kind: asked.kind, metadata };
}

/** The same of a kind that admission does not read: what has not the type of its field is refused here. */
export function decodedObject(body: unknown, asked: NamedKind, fields: FieldValidation): ObjectOfKind {
  const object = objectOfKind(body, asked, fields);
  if (undecodable(object, asked) !== undefined) throw unreadObject(object, asked);
  return object;
}

/** The type of an object is read before all else. */
function checkKindTypes(object: Readonly<Record<string, unknown>>, kind: string): void {
  const fault = kindFault(object);
  if (fault !== undefined) throw unrecognized(kind, `json parse error: ${fault}`, Buffer.from(JSON.stringify(object)));
}

function unreadObject(object: unknown, { apiVersion, kind }: NamedKind): RequestRefused {
  const sentence = undecodable(object, { apiVersion, kind })?.sentence ?? 'metadata must be a JSON object';
  return RequestRefused.of({
    kind: 'ObjectInvalid',
    object: { apiVersion, kind, namespace: '', name: '' },
    problems: [],
    undecodable: sentence,
  });
}

function checkNames(metadata: Readonly<Record<string, unknown>>, { kind, namespace, name }: ResourcePath): void {
  const { name: givenName } = metadata;
  if (kind.namespaced) checkNamespace(metadata, namespace);
  if (name !== undefined && !isGiven(givenName))
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  if (name !== undefined && givenName !== name) {
    throw badRequest(`the name of the object (${shown(givenName)}) does not match the name on the URL (${name})`);
  }
}

/** An object of a namespace says that one or none. // as rest.EnsureObjectNamespaceMatchesRequestNamespace */
export function checkNamespace({ namespace: given }: Readonly<Record<string, unknown>>, namespace: string): void {
  if (isGiven(given) && given !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function badRequest(detail: string): RequestRefused {
  return RequestRefused.with(ErrorCode.INVALID_REQUEST, detail);
}
