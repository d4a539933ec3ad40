import { CODES, parametersOf, type OpenApiOperation, type PathItem } from '../ground/openapi/index.js';
import { ErrorCode } from '../ground/outcome/index.js';
import { discoveryQuery, healthQuery, openApiQuery } from './request-options.js';

const ROOT = '/v1/clusters/{cluster}';
const DOCUMENT = { 'application/json': { schema: { type: 'object', additionalProperties: true } } };
const TEXT = { 'text/plain': { schema: { type: 'string' } } };

/** What a client library asks before it asks for anything else. */
export function discoveryPaths(): Readonly<Record<string, PathItem>> {
  const health = ['healthz', 'livez', 'readyz'].map((path) => [
    `${ROOT}/${path}`,
    { get: discovery(`readCluster${path}`, 'Whether the cluster exists', TEXT) },
  ]);
  return {
    [`${ROOT}/version`]: { get: discovery('readClusterVersion', 'The version of the API server') },
    ...(Object.fromEntries(health) as Readonly<Record<string, PathItem>>),
    [`${ROOT}/api`]: { get: discovery('readCoreVersions', 'The versions of the core group') },
    [`${ROOT}/api/{version}`]: {
      get: discovery('listCoreResources', 'The resources of the core group', DOCUMENT, [ErrorCode.ROUTE_NOT_FOUND]),
    },
    [`${ROOT}/apis`]: { get: discovery('listGroups', 'The served groups') },
    [`${ROOT}/apis/{group}`]: {
      get: discovery('readGroup', 'A group and its versions', DOCUMENT, [ErrorCode.ROUTE_NOT_FOUND]),
    },
    [`${ROOT}/apis/{group}/{version}`]: {
      get: discovery('listResources', 'The resources of a group', DOCUMENT, [ErrorCode.ROUTE_NOT_FOUND]),
    },
    [`${ROOT}/openapi/v3`]: { get: discovery('readOpenApiIndex', 'The OpenAPI documents of the Kubernetes API') },
    [`${ROOT}/openapi/v3/api/{version}`]: { get: openApi('readCoreOpenApi', 'The OpenAPI document of the core group') },
    [`${ROOT}/openapi/v3/apis/{group}/{version}`]: {
      get: openApi('readGroupOpenApi', 'The OpenAPI document of a group version'),
    },
  };
}

function openApi(operationId: string, summary: string): OpenApiOperation {
  return {
    ...discovery(operationId, summary, DOCUMENT, [ErrorCode.ROUTE_NOT_FOUND]),
    parameters: parametersOf(openApiQuery),
  };
}

function discovery(
  operationId: string,
  summary: string,
  content: Readonly<Record<string, object>> = DOCUMENT,
  codes: readonly ErrorCode[] = [],
): OpenApiOperation {
  return {
    operationId,
    summary,
    description: `${summary}, as returned by the Kubernetes API server.`,
    tags: ['kubernetes'],
    parameters: parametersOf(content === TEXT ? healthQuery : discoveryQuery),
    responses: { 200: { description: 'The answer of the API server.', content } },
    [CODES]: codes,
  };
}
