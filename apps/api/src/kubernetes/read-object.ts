import type { Manifest } from '#rows';
import { isJsonObject } from '#json';
import { findKind, type NamedKind } from '#kubernetes';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import type { FieldValidation } from './field-validation.js';
import type { ResourcePath } from './resource-path.js';

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
  return {
    ...object,
    metadata: { ...metadata, ...(name === undefined ? {} : { name }), ...(namespace === '' ? {} : { namespace }) },
  } as Manifest;
}

/** An object of a request, of the kind that is asked for there, with metadata. */
type ObjectOfKind = Readonly<Record<string, unknown>> & { readonly metadata: Readonly<Record<string, unknown>> };

/** The object of a request, of the asked kind where it names none, without what that has no field for. */
export function objectOfKind(body: unknown, asked: NamedKind, fields: FieldValidation): ObjectOfKind {
  if (!isJsonObject(body)) throw badRequest('the body of the request must be a JSON object');
  const { apiVersion = asked.apiVersion, kind = asked.kind, metadata = {} } = body;
  if (kind !== asked.kind) throw badRequest(unhandled(shown(apiVersion), shown(kind), asked));
  if (apiVersion !== asked.apiVersion)
    throw badRequest(
      `the API version in the data (${shown(apiVersion)}) does not match ` +
        `the expected API version (${asked.apiVersion})`,
    );
  if (!isJsonObject(metadata)) throw badRequest('metadata must be a JSON object');
  fields.checkObject(body, asked);
  return { ...body, apiVersion: asked.apiVersion, kind: asked.kind, metadata };
}

/** What the API server says to an object of another kind; of one that it knows, that it does not convert it. */
function unhandled(apiVersion: string, kind: string, asked: NamedKind): string {
  const version = versionOf(apiVersion);
  const why = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${asked.kind}`;
  if (findKind(apiVersion, kind) === undefined) return why;
  const group = asked.apiVersion.includes('/') ? asked.apiVersion.split(/[./]/, 1)[0] : 'core';
  return `${why}: converting (${version}.${kind}) to (${group}.${asked.kind}): unknown conversion`;
}

function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

function checkNames(metadata: Readonly<Record<string, unknown>>, { kind, namespace, name }: ResourcePath): void {
  const { name: givenName, namespace: givenNamespace } = metadata;
  if (kind.namespaced && isGiven(givenNamespace) && givenNamespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  if (name !== undefined && isGiven(givenName) && givenName !== name) {
    throw badRequest(`the name of the object (${shown(givenName)}) does not match the name on the URL (${name})`);
  }
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
