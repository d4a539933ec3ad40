import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ownField } from '#json';
import { decodeObject, type NamedKind } from '#kubernetes-schema';
import { exactnessProblems } from '#apimachinery';
import { mediaType, PROTOBUF } from '../ground/http/index.js';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { summary } from './body-summary.js';
import { resourcePath, type ResourcePath } from './resource-path.js';

/** The bodies of subresources that are objects of a kind of their own. */
const OF_SUBRESOURCES: Readonly<Record<string, NamedKind>> = {
  binding: { apiVersion: 'v1', kind: 'Binding' },
  eviction: { apiVersion: 'policy/v1', kind: 'Eviction' },
  scale: { apiVersion: 'autoscaling/v1', kind: 'Scale' },
  token: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' },
};
/** The body of a deletion. */
export const DELETE_OPTIONS: NamedKind = { apiVersion: 'v1', kind: 'DeleteOptions' };

/** Hands a handler the body of its request as JSON, also where it was written in YAML or protobuf. */
export const RequestBody = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const path = resourcePath(request.url.split('?', 1)[0] ?? '');
  return requestBody(request, request.method === 'DELETE' ? DELETE_OPTIONS : bodyKind(path));
});

/** What the body of a request to a path is. */
export function bodyKind({ kind, subresource }: Pick<ResourcePath, 'kind' | 'subresource'>): NamedKind {
  return ownField(OF_SUBRESOURCES, subresource ?? '') ?? kind;
}

/** The body of a request as JSON: of protobuf, the object in it. @throws RequestRefused where it has none */
export function requestBody(request: FastifyRequest, asked: NamedKind): unknown {
  const { body, method } = request;
  if (mediaType(request) !== PROTOBUF) return body;
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  if (method === 'DELETE' && bytes.length === 0) return undefined;
  const decoded = decodeObject(bytes, asked);
  if ('problem' in decoded && method === 'DELETE')
    throw RequestRefused.with(ErrorCode.DELETE_OPTIONS_UNREADABLE, decoded.problem);
  if ('problem' in decoded) throw RequestRefused.with(ErrorCode.INVALID_REQUEST, unreadable(bytes, asked, decoded));
  const problems = exactnessProblems(decoded.object);
  if (problems.length > 0) throw RequestRefused.invalid(problems);
  return decoded.object;
}

/** As transformDecodeError of API server v1.34. */
function unreadable(
  bytes: Uint8Array,
  asked: NamedKind,
  { problem, named }: { readonly problem: string; readonly named?: NamedKind },
): string {
  if (named === undefined)
    return `the object provided is unrecognized (must be of type ${asked.kind}): ${problem} (${summary(bytes)})`;
  const version = named.apiVersion.slice(named.apiVersion.indexOf('/') + 1);
  return `${named.kind} in version ${JSON.stringify(version)} cannot be handled as a ${asked.kind}: ${problem}`;
}
