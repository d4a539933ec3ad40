import { randomBytes } from 'node:crypto';
import { isJsonObject } from '#json';
import { FieldPath, invalid } from '#apimachinery';
import { undecodable } from '#kubernetes-schema';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import type { FieldValidation } from './field-validation.js';
import { objectOfKind } from './read-object.js';
import type { ResourcePath } from './resource-path.js';
import { secondsOf } from './time-text.js';

const TOKEN_REQUEST = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' };
const AUDIENCE = 'https://kubernetes.default.svc.cluster.local';
const AN_HOUR = 60 * 60;
const SHORTEST = 10 * 60;
const LONGEST = 2 ** 32;
const BOUND_TO: ReadonlySet<unknown> = new Set(['Pod', 'Node', 'Secret']);

/** What is asked of a token of a service account. */
export interface TokenSpec {
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  readonly boundObjectRef: object | null;
}

/** authentication.k8s.io/v1 TokenRequest, as it is posted to an account. // as API server v1.34 TokenREST.Create */
export function tokenRequest(body: unknown, { namespace, name }: ResourcePath, fields: FieldValidation): TokenSpec {
  const { metadata, ...object } = objectOfKind(body, TOKEN_REQUEST, fields);
  const problemOf = undecodable({ metadata, ...object }, TOKEN_REQUEST);
  const asked = { ...TOKEN_REQUEST, namespace: '', name: '' };
  if (problemOf !== undefined) {
    const { problems, sentence } = problemOf;
    throw RequestRefused.of({ kind: 'ObjectInvalid', object: asked, problems, undecodable: sentence });
  }
  checkPlace(metadata, { namespace, name });
  const spec = isJsonObject(object['spec']) ? object['spec'] : {};
  const { audiences, expirationSeconds, boundObjectRef } = spec as Partial<TokenSpec>;
  const seconds = expirationSeconds ?? AN_HOUR;
  const path = FieldPath.root.child('spec').child('expirationSeconds');
  const detail =
    seconds < SHORTEST
      ? 'may not specify a duration less than 10 minutes'
      : 'may not specify a duration larger than 2^32 seconds';
  if (seconds < SHORTEST || seconds > LONGEST)
    throw RequestRefused.of({ kind: 'ObjectInvalid', object: asked, problems: [invalid(path, seconds, detail)] });
  checkBound(boundObjectRef);
  return {
    audiences: audiences === undefined || audiences.length === 0 ? [AUDIENCE] : audiences,
    expirationSeconds: seconds,
    boundObjectRef: boundObjectRef ?? null,
  };
}

function checkPlace(
  metadata: Readonly<Record<string, unknown>>,
  { namespace, name = '' }: Pick<ResourcePath, 'namespace' | 'name'>,
): void {
  const given = metadata as { readonly name?: string; readonly namespace?: string };
  const { name: givenName = '', namespace: givenNamespace = '' } = given;
  if (givenNamespace !== '' && givenNamespace !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  if (givenName !== '' && givenName !== name)
    throw badRequest(`the name of the object (${givenName}) does not match the name on the URL (${name})`);
}

function badRequest(message: string): RequestRefused {
  return RequestRefused.with(ErrorCode.INVALID_REQUEST, message);
}

/** A token may be bound to the life of another object; which one is said, and not looked at. */
function checkBound(reference: object | null | undefined): void {
  if (reference === null || reference === undefined) return;
  const { apiVersion = '', kind = '' } = reference as { readonly apiVersion?: string; readonly kind?: string };
  if (BOUND_TO.has(kind) && apiVersion === 'v1') return;
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const type = `${group}/${version}, Kind=${kind}`;
  throw badRequest(`cannot bind token for serviceaccount to an object of type ${type}`);
}

/**
 * The answer: a token that nothing here knows and that opens nothing, of the asked length of life. Keys are the tokens
 * of this service.
 */
export function issuedToken({ namespace, name = '' }: ResourcePath, spec: TokenSpec, now: number): object {
  return {
    ...TOKEN_REQUEST,
    metadata: { name, namespace, creationTimestamp: secondsOf(now) },
    spec,
    status: {
      token: `berth-token-${randomBytes(32).toString('base64url')}`,
      expirationTimestamp: secondsOf(now + spec.expirationSeconds * 1_000),
    },
  };
}
