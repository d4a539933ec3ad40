import { formOf, servedKinds } from '#kubernetes';
import { kubernetesResources, kubernetesType, type NamedKind } from '#kubernetes-schema';
import { CONDITION_HEADERS, KEY_HEADER, PROTOBUF } from '../ground/http/index.js';
import {
  CODES,
  parametersOf,
  type FurtherPaths,
  type OpenApiOperation,
  type PathItem,
} from '../ground/openapi/index.js';
import { ErrorCode } from '../ground/outcome/index.js';
import { discoveryPaths } from './described-discovery.js';
import {
  BINDING,
  DELETE_OPTIONS,
  EVICTION,
  JSON_PATCH,
  kubernetesSchemas,
  MERGE_PATCH,
  refTo,
  SCALE,
  schemaName,
  STATUS,
  STRATEGIC_MERGE_PATCH,
} from './described-schemas.js';
import { REVIEWS, reviewPath } from './reviews/index.js';
import { deleteListQuery, deleteQuery } from './deletion-options.js';
import { listQuery, readQuery, writeQuery } from './request-options.js';

type ServedKind = ReturnType<typeof servedKinds>[number];
type Content = Readonly<Record<string, object>>;

/**
 * The Kubernetes API, kind by kind: one controller serves all of them, so that they are
 * described from the table of kinds.
 */
export function describedPaths(): FurtherPaths {
  const ofKinds = Object.fromEntries(servedKinds().flatMap(pathsOf));
  return { paths: { ...discoveryPaths(), ...reviewPaths(), ...ofKinds }, schemas: kubernetesSchemas() };
}

/** What the operations of a kind are called by: another form of a kind has the name of its group in front. */
function idOf(served: ServedKind): string {
  const [group = ''] = served.group.split('.', 1);
  return formOf(served) === undefined ? served.kind : group.charAt(0).toUpperCase() + group.slice(1) + served.kind;
}

function pathsOf(served: ServedKind): [string, PathItem][] {
  const { kind, plural, namespaced, group, version, statusSubresource } = served;
  const root = `/v1/clusters/{cluster}/${group === '' ? 'api' : `apis/${group}`}/${version}`;
  const collection = `${root}${namespaced ? '/namespaces/{namespace}' : ''}/${plural}`;
  const list = content(`${schemaName(served)}List`);
  const paths: [string, PathItem][] = [
    [
      collection,
      {
        get: operation(`list${idOf(served)}`, `List ${plural}`, { query: listQuery, answer: list, codes: LIST_CODES }),
        post: operation(`create${idOf(served)}`, `Create a ${kind}`, {
          body: read(schemaName(served)),
          status: 201,
          query: writeQuery,
          answer: content(schemaName(served)),
          codes: CREATE_CODES,
        }),
        delete: operation(`deleteCollection${idOf(served)}`, `Delete ${plural} by selector`, {
          query: deleteListQuery,
          optionalBody: read(DELETE_OPTIONS),
          answer: list,
          // Namespaces go one by one.
          codes: [...LIST_CODES, ...DELETE_CODES, ...(kind === 'Namespace' ? [ErrorCode.METHOD_NOT_ALLOWED] : [])],
        }),
      },
    ],
    [`${collection}/{name}`, objectPath(served)],
  ];
  if (namespaced)
    paths.push([
      `${root}/${plural}`,
      {
        get: operation(`list${idOf(served)}ForAllNamespaces`, `List ${plural} of all namespaces`, {
          query: listQuery,
          answer: list,
          codes: LIST_CODES,
        }),
      },
    ]);
  if (statusSubresource)
    paths.push([
      `${collection}/{name}/status`,
      {
        get: operation(`read${idOf(served)}Status`, `Read the status of a ${kind}`, reading(served)),
        ...changes(served, 'Status'),
      },
    ]);
  paths.push(...subresourcePaths(served, collection));
  return paths;
}

/** Reviews, which are answered and not stored. */
function reviewPaths(): Readonly<Record<string, PathItem>> {
  const review = (id: string, kind: NamedKind, namespace?: string): [string, PathItem] => {
    const name = kubernetesType(kind.kind)?.fullName ?? kind.kind;
    const described = { query: writeQuery, status: 201, answer: content(name), codes: [ErrorCode.OBJECT_INVALID] };
    const path = `/v1/clusters/{cluster}/${reviewPath(kind, namespace)}`;
    const summary = `Answer a ${kind.kind} by the roles of the caller`;
    const post = operation(id, summary, { ...described, body: read(name), isTransient: true });
    return [path, { post }];
  };
  return Object.fromEntries([
    review('reviewOwnAccess', REVIEWS.ownAccess),
    review('reviewOwnRules', REVIEWS.ownRules),
    review('reviewAccess', REVIEWS.access),
    review('reviewLocalAccess', REVIEWS.localAccess, '{namespace}'),
    review('reviewOwnIdentity', REVIEWS.ownIdentity),
  ]);
}

/** Subresources that are objects of a kind of their own. */
function subresourcePaths(served: ServedKind, collection: string): [string, PathItem][] {
  const { kind, apiVersion, plural } = served;
  const resource = kubernetesResources().find((one) => one.apiVersion === apiVersion && one.plural === plural);
  const paths: [string, PathItem][] = [];
  if (resource?.subresources.has('scale') === true)
    paths.push([
      `${collection}/{name}/scale`,
      {
        get: operation(`read${idOf(served)}Scale`, `Read the scale of a ${kind}`, {
          ...reading(served),
          answer: content(SCALE),
        }),
        ...changes(served, 'Scale'),
      },
    ]);
  if (kind === 'ServiceAccount') paths.push([`${collection}/{name}/token`, { post: tokenRequest() }]);
  if (kind === 'Pod')
    paths.push(
      [`${collection}/{name}/binding`, { post: binding('bindPod', 'Bind a pod to a node') }],
      [collection.replace(/pods$/, 'bindings'), { post: binding('createBinding', 'Bind the named pod to a node') }],
      [`${collection}/{name}/eviction`, { post: eviction() }],
    );
  return paths;
}

function objectPath(served: ServedKind): PathItem {
  const { kind, returnsDeleted } = served;
  return {
    get: operation(`read${idOf(served)}`, `Read a ${kind}`, reading(served)),
    ...changes(served, ''),
    delete: operation(`delete${idOf(served)}`, `Delete a ${kind}`, {
      query: deleteQuery,
      optionalBody: read(DELETE_OPTIONS),
      answer: content(returnsDeleted ? schemaName(served) : STATUS),
      codes: DELETE_CODES,
    }),
  };
}

function changes(served: ServedKind, part: '' | 'Status' | 'Scale'): Pick<PathItem, 'put' | 'patch'> {
  const { kind } = served;
  const what = part === '' ? `a ${kind}` : `the ${part.toLowerCase()} of a ${kind}`;
  const body = part === 'Scale' ? SCALE : schemaName(served);
  const answer = content(body);
  return {
    put: operation(`replace${idOf(served)}${part}`, `Replace ${what}`, {
      body: read(body),
      query: writeQuery,
      // Of some kinds one that is not there is created.
      ...(part === '' && served.createsOnUpdate && { otherStatus: 201 }),
      answer,
      codes: CHANGE_CODES,
    }),
    patch: operation(`patch${idOf(served)}${part}`, `Patch ${what}`, {
      body: {
        'application/merge-patch+json': { schema: refTo(MERGE_PATCH) },
        'application/json-patch+json': { schema: refTo(JSON_PATCH) },
        'application/strategic-merge-patch+json': { schema: refTo(STRATEGIC_MERGE_PATCH) },
      },
      query: writeQuery,
      answer,
      codes: [...CHANGE_CODES, ErrorCode.PATCH_FAILED],
    }),
  };
}

function binding(operationId: string, summary: string): OpenApiOperation {
  return operation(operationId, summary, {
    body: read(BINDING),
    status: 201,
    query: writeQuery,
    answer: content(STATUS),
    codes: [
      ...CREATE_CODES,
      ...[ErrorCode.OBJECT_NOT_FOUND, ErrorCode.BINDING_INVALID],
      ...[ErrorCode.POD_ALREADY_BOUND, ErrorCode.POD_NOT_BINDABLE, ErrorCode.UID_CONFLICT],
    ],
  });
}

const TOKEN_REQUEST = 'io.k8s.api.authentication.v1.TokenRequest';

function tokenRequest(): OpenApiOperation {
  return operation('createServiceAccountToken', 'Request a token of a service account, which opens nothing here', {
    body: read(TOKEN_REQUEST),
    isTransient: true,
    status: 201,
    query: writeQuery,
    answer: content(TOKEN_REQUEST),
    codes: [ErrorCode.OBJECT_NOT_FOUND, ErrorCode.OBJECT_INVALID],
  });
}

function eviction(): OpenApiOperation {
  return operation('evictPod', 'Evict a pod, if its disruption budget allows it', {
    body: read(EVICTION),
    status: 201,
    query: writeQuery,
    answer: content(STATUS),
    codes: [...DELETE_CODES, ErrorCode.EVICTION_REFUSED, ErrorCode.EVICTION_UNDECIDED],
  });
}

const LIST_CODES = [ErrorCode.CONTINUE_TOKEN_EXPIRED, ErrorCode.OBJECT_INVALID, ErrorCode.RESOURCE_VERSION_TOO_LARGE];
const CREATE_CODES = [
  ErrorCode.MANIFESTS_UNREADABLE,
  ErrorCode.OBJECT_ALREADY_EXISTS,
  ErrorCode.OBJECT_INVALID,
  ErrorCode.OBJECT_FORBIDDEN,
  ErrorCode.NAMESPACE_TERMINATING,
];
const CHANGE_CODES = [
  ErrorCode.OBJECT_NOT_FOUND,
  ErrorCode.RESOURCE_VERSION_CONFLICT,
  ErrorCode.UID_CONFLICT,
  ErrorCode.OBJECT_INVALID,
  ErrorCode.OBJECT_FORBIDDEN,
];
const DELETE_CODES = [
  ErrorCode.OBJECT_NOT_FOUND,
  ErrorCode.RESOURCE_VERSION_CONFLICT,
  ErrorCode.UID_CONFLICT,
  ErrorCode.OBJECT_INVALID,
  ErrorCode.OBJECT_FORBIDDEN,
];

interface Described {
  readonly body?: Content;
  readonly optionalBody?: Content;
  readonly query: Parameters<typeof parametersOf>[0];
  readonly status?: number;
  /** A status that it has as well, with the same answer. */
  readonly otherStatus?: number;
  readonly answer: Content;
  readonly codes: readonly ErrorCode[];
  /** Nothing of it is stored. */
  readonly isTransient?: boolean;
}

function reading(served: ServedKind): Described {
  return { query: readQuery, answer: content(schemaName(served)), codes: [ErrorCode.OBJECT_NOT_FOUND] };
}

function content(name: string): Content {
  return { 'application/json': { schema: refTo(name) } };
}

/** What is read: JSON by its fields, YAML as the text that it is, protobuf as its bytes. */
function read(name: string): Content {
  return {
    ...content(name),
    'application/yaml': { schema: { type: 'string' } },
    [PROTOBUF]: { schema: { type: 'string', format: 'binary' } },
  };
}

/** An answer as the text that `Accept: application/yaml` asks for. */
const YAML: Content = { 'application/yaml': { schema: { type: 'string' } } };

function operation(
  operationId: string,
  summary: string,
  { body, optionalBody, query, status = 200, otherStatus = status, answer, codes, isTransient = false }: Described,
): OpenApiOperation {
  const requestBody = body ?? optionalBody;
  const writes = requestBody !== undefined && !isTransient;
  const response = { description: 'The answer of the API server.', content: { ...answer, ...YAML } };
  return {
    operationId,
    summary,
    description: `${summary}, as the Kubernetes API server does.`,
    tags: ['kubernetes'],
    parameters: [...parametersOf(query), ...(writes ? [KEY_HEADER, ...CONDITION_HEADERS] : [])],
    ...(requestBody === undefined ? {} : { requestBody: { required: body !== undefined, content: requestBody } }),
    responses: { [status]: response, [otherStatus]: response },
    [CODES]: codes,
  };
}
