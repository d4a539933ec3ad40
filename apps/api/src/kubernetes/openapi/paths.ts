import { ownField } from '#json';
import { typeOfKind } from '#kubernetes-schema';
import type { FoundResource, FoundSubresource } from '../discovery.js';
import { groupVersionKind, refTo } from './schemas.js';

type Operation = object;

const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
];

const text = (name: string, description: string): object => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string', uniqueItems: true },
});

const PRETTY = text('pretty', 'Accepted; has no effect.');
const WRITE_PARAMETERS = [
  text('dryRun', '`All`: validate the request and persist nothing.'),
  text('fieldManager', 'The name of the client that writes.'),
  text('fieldValidation', 'What to do about unknown and duplicate fields: Ignore, Warn or Strict.'),
];
const LIST_PARAMETERS = [
  text('continue', 'The token of the next page.'),
  text('fieldSelector', 'A selector by fields.'),
  text('labelSelector', 'A selector by labels.'),
  text('limit', 'The maximum number of items on a page.'),
  text('resourceVersion', 'The version of the list.'),
  text('resourceVersionMatch', 'How resourceVersion is met: Exact or NotOlderThan.'),
  text('timeoutSeconds', 'The seconds after which a watch ends.'),
  text('watch', 'Whether to watch the changes of the list.'),
];

/** The paths of a resource of a group version, whose path is `root`. */
export function pathsOf(root: string, resource: FoundResource): [string, object][] {
  const { served, subresources } = resource;
  const { plural, namespaced } = served;
  const collection = `${root}${namespaced ? '/namespaces/{namespace}' : ''}/${plural}`;
  const scope = namespaced ? [pathParameter('namespace', 'The namespace of the object.')] : [];
  const named = [pathParameter('name', 'The name of the object.'), ...scope];
  const all: [string, object][] = namespaced
    ? [[`${root}/${plural}`, { get: operation(resource, 'list', LIST_PARAMETERS), parameters: [PRETTY] }]]
    : [];
  return [
    ...all,
    [collection, { ...collectionOperations(resource), parameters: [...scope, PRETTY] }],
    [`${collection}/{name}`, { ...objectOperations(resource), parameters: [...named, PRETTY] }],
    ...subresources.map((one): [string, object] => [
      `${collection}/{name}/${one.name}`,
      { ...subresourceOperations(one), parameters: [...named, PRETTY] },
    ]),
  ];
}

function collectionOperations(resource: FoundResource): object {
  return {
    get: operation(resource, 'list', LIST_PARAMETERS),
    post: operation(resource, 'post', WRITE_PARAMETERS),
    ...(resource.verbs.includes('deletecollection') && {
      delete: operation(resource, 'deletecollection', LIST_PARAMETERS),
    }),
  };
}

function objectOperations(resource: FoundResource): object {
  return {
    get: operation(resource, 'get', []),
    put: operation(resource, 'put', WRITE_PARAMETERS),
    patch: operation(resource, 'patch', WRITE_PARAMETERS),
    delete: operation(resource, 'delete', WRITE_PARAMETERS.slice(0, 1)),
  };
}

const METHODS: Readonly<Record<string, string>> = { create: 'post', update: 'put' };

function subresourceOperations({ kind, apiVersion, verbs }: FoundSubresource): object {
  const operations = verbs.map((verb) => {
    const method = ownField(METHODS, verb) ?? verb;
    const parameters = method === 'get' ? [] : WRITE_PARAMETERS;
    return [method, operation({ served: { kind, apiVersion } }, method, parameters)];
  });
  return Object.fromEntries(operations) as object;
}

/** An operation with what clients read of it: its action, the kind that it is of, its parameters and its bodies. */
function operation(
  { served: { kind, apiVersion } }: { readonly served: { readonly kind: string; readonly apiVersion: string } },
  action: string,
  parameters: readonly object[],
): Operation {
  const type = typeOfKind({ kind, apiVersion })?.fullName;
  const answer = type === undefined ? { type: 'object' } : refTo(action === 'list' ? `${type}List` : type);
  const body = type === undefined ? { type: 'object' } : refTo(type);
  const content = (types: readonly string[], schema: object): object =>
    Object.fromEntries(types.map((one) => [one, { schema }]));
  const json = ['application/json', 'application/yaml'];
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(['post', 'put'].includes(action) && { requestBody: { required: true, content: content(json, body) } }),
    ...(action === 'patch' && { requestBody: { required: true, content: content(PATCH_TYPES, { type: 'object' }) } }),
    responses: { [action === 'post' ? 201 : 200]: { description: 'OK', content: content(json, answer) } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': groupVersionKind(apiVersion, kind),
  };
}

function pathParameter(name: string, description: string): object {
  return { name, in: 'path', required: true, description, schema: { type: 'string', uniqueItems: true } };
}
