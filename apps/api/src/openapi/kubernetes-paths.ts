import { allKinds } from '#kubernetes';
import type { OpenAPIObject } from '@nestjs/swagger';

type ServedKind = ReturnType<typeof allKinds>[number];
type PathItem = OpenAPIObject['paths'][string];

/**
 * The Kubernetes API, kind by kind: one controller serves all of them, so that they are
 * described from the table of kinds.
 */
export function kubernetesPaths(): OpenAPIObject['paths'] {
  return Object.fromEntries(allKinds().flatMap(pathsOf));
}

const OBJECT = { type: 'object', additionalProperties: true } as const;
const JSON_OBJECT = { 'application/json': { schema: OBJECT } };
const STATUS = { description: 'A Kubernetes Status.', content: JSON_OBJECT };

function pathsOf(served: ServedKind): [string, PathItem][] {
  const { kind, plural, namespaced, group, version, statusSubresource } = served;
  const root = `/v1/clusters/{cluster}/${group === '' ? 'api' : `apis/${group}`}/${version}`;
  const collection = `${root}${namespaced ? '/namespaces/{namespace}' : ''}/${plural}`;
  const parameters = ['cluster', ...(namespaced ? ['namespace'] : [])];
  const paths: [string, PathItem][] = [
    [
      collection,
      item(parameters, {
        get: operation(`list${kind}`, `List ${plural}`, { query: PAST_LIST_QUERY }),
        post: operation(`create${kind}`, `Create a ${kind}`, {
          body: ['application/json', 'application/yaml'],
          status: 201,
          query: WRITE_QUERY,
        }),
        delete: operation(`deleteCollection${kind}`, `Delete ${plural} by selector`, {
          query: [...LIST_QUERY, ...DRY_RUN],
        }),
      }),
    ],
    [
      `${collection}/{name}`,
      item([...parameters, 'name'], {
        get: operation(`read${kind}`, `Read a ${kind}`, { query: READ_QUERY }),
        ...changes(kind, ''),
        delete: operation(`delete${kind}`, `Delete a ${kind}`, { query: DRY_RUN }),
      }),
    ],
  ];
  if (namespaced)
    paths.push([
      `${root}/${plural}`,
      item(['cluster'], {
        get: operation(`list${kind}ForAllNamespaces`, `List ${plural} of all namespaces`, { query: PAST_LIST_QUERY }),
      }),
    ]);
  if (statusSubresource) {
    paths.push([
      `${collection}/{name}/status`,
      item([...parameters, 'name'], {
        get: operation(`read${kind}Status`, `Read the status of a ${kind}`, { query: READ_QUERY }),
        ...changes(kind, 'Status'),
      }),
    ]);
  }
  if (kind === 'Pod') {
    const bind = operation('bindPod', 'Bind a pod to a node', {
      body: ['application/json'],
      status: 201,
      query: WRITE_QUERY,
    });
    paths.push([`${collection}/{name}/binding`, item([...parameters, 'name'], { post: bind })]);
  }
  return paths;
}

function changes(kind: string, part: string): Record<string, object> {
  const what = part === '' ? `a ${kind}` : `the status of a ${kind}`;
  return {
    put: operation(`replace${kind}${part}`, `Replace ${what}`, {
      body: ['application/json', 'application/yaml'],
      query: WRITE_QUERY,
    }),
    patch: operation(`patch${kind}${part}`, `Patch ${what}`, {
      body: ['application/merge-patch+json', 'application/json-patch+json'],
      query: WRITE_QUERY,
    }),
  };
}

const LIST_QUERY = [
  ['labelSelector', 'Such as `app=web,tier in (a,b)`.'],
  ['fieldSelector', 'Such as `spec.nodeName=`.'],
  ['limit', 'Objects on a page.'],
  ['continue', '`metadata.continue` of the page before, with the same selectors.'],
] as const;
const READ_QUERY = [
  ['at', 'As it was at a position (`123`), a revision (`revision:42`) or an RFC 3339 time.'],
] as const;
const PAST_LIST_QUERY = [
  ...LIST_QUERY,
  ...READ_QUERY,
  ['resourceVersion', 'With `resourceVersionMatch=Exact`: the position that the list is to show.'],
  ['resourceVersionMatch', '`Exact` or `NotOlderThan`.'],
] as const;
const DRY_RUN = [['dryRun', '`All`: judge it, but keep nothing.']] as const;
const WRITE_QUERY = [
  ...DRY_RUN,
  [
    'fieldValidation',
    'What to do about fields that are unknown, which are not kept, or that stand twice: `Warn` (the default; ' +
      '`Warning` headers), `Strict` (400) or `Ignore`.',
  ],
] as const;

function operation(
  operationId: string,
  summary: string,
  {
    body,
    query = [],
    status = 200,
  }: {
    readonly body?: readonly string[];
    readonly query?: readonly (readonly [string, string])[];
    readonly status?: number;
  },
): object {
  return {
    operationId,
    summary,
    description: `${summary}, as the Kubernetes API server does.`,
    tags: ['kubernetes'],
    parameters: query.map(([name, description]) => ({
      name,
      in: 'query',
      required: false,
      description,
      schema: { type: 'string' },
    })),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              body.map((type) => [
                type,
                { schema: type.includes('json-patch') ? { type: 'array', items: OBJECT } : OBJECT },
              ]),
            ),
          },
        }),
    responses: { [status]: { description: 'The object, the list, or a Status.', content: JSON_OBJECT }, '4XX': STATUS },
  };
}

function item(names: readonly string[], operations: Record<string, object>): PathItem {
  return {
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...operations,
  };
}
