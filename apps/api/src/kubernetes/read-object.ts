import type { Manifest } from '#rows';
import { isJsonObject } from '#json';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import type { FieldValidation } from './field-validation.js';
import type { ResourcePath } from './resource-path.js';

/**
 * The object of a request: of the path's kind, in the path's namespace, of the path's name, without what its kind has
 * no field for. What else is wrong with it is found by admission. Texts as the API server has them (apiserver
 * endpoints/handlers v1.34).
 */
export function readObject(body: unknown, path: ResourcePath, fields: FieldValidation): Manifest {
  const { kind, namespace, name } = path;
  if (!isJsonObject(body)) throw badRequest('the body of the request must be a JSON object');
  const { apiVersion = kind.apiVersion, kind: kindName = kind.kind, metadata = {} } = body;
  if (apiVersion !== kind.apiVersion) {
    throw badRequest(
      `the API version in the data (${shown(apiVersion)}) does not match the expected API version (${kind.apiVersion})`,
    );
  }
  if (kindName !== kind.kind)
    throw badRequest(`${shown(kindName)} in version ${JSON.stringify(apiVersion)} cannot be handled as a ${kind.kind}`);
  if (!isJsonObject(metadata)) throw badRequest('metadata must be a JSON object');
  fields.checkObject(body, kind);
  checkNames(metadata, path);
  return {
    ...body,
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    metadata: { ...metadata, ...(name === undefined ? {} : { name }), ...(namespace === '' ? {} : { namespace }) },
  } as Manifest;
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
