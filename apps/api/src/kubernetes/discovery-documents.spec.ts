import { servedKinds } from '#kubernetes';
import { aggregatedDiscovery, apiGroup, apiGroupList, apiResourceList } from './discovery-documents.js';
import { REVIEWS } from './reviews/index.js';
import { openApiDocument, openApiIndex } from './openapi/index.js';

interface Listed {
  readonly name: string;
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

interface Aggregated {
  readonly items: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions: readonly { readonly version: string; readonly resources: readonly { resource: string }[] }[];
  }[];
}

function listed(group: string, version = 'v1'): readonly Listed[] {
  return (apiResourceList(group, version) as { readonly resources: readonly Listed[] }).resources;
}

test('groups come in the order of the API server, the most used first', () => {
  const { groups } = apiGroupList() as { readonly groups: readonly { readonly name: string }[] };
  const names = groups.map(({ name }) => name);
  const known = ['apps', 'policy', 'storage.k8s.io', 'scheduling.k8s.io', 'node.k8s.io'];
  expect(names.filter((name) => known.includes(name))).toEqual(known);
  expect(apiGroup('apps')).toMatchObject({ preferredVersion: { groupVersion: 'apps/v1', version: 'v1' } });
  expect(apiGroup('example.com')).toBeUndefined();
});

test('resources come by name, each with its subresources behind it', () => {
  const names = listed('').map(({ name }) => name);
  expect(names).toEqual([...names].sort());
  expect(listed('').find(({ name }) => name === 'pods/binding')).toMatchObject({ kind: 'Binding', verbs: ['create'] });
  expect(listed('').find(({ name }) => name === 'namespaces')?.verbs).not.toContain('deletecollection');
  expect(listed('').find(({ name }) => name === 'nodes')?.verbs).toContain('watch');
  expect(apiResourceList('apps', 'v9')).toBeUndefined();
});

test('the aggregated documents have every kind that is served, and every review, once', () => {
  const { items } = {
    items: ['core', 'groups'].flatMap((of) => (aggregatedDiscovery(of as 'core') as Aggregated).items),
  };
  const found = items.flatMap(({ metadata: { name = '' }, versions }) =>
    versions.flatMap(({ version, resources }) => resources.map(({ resource }) => `${name}/${version}/${resource}`)),
  );
  const kinds = servedKinds().map(({ group, version, plural }) => `${group}/${version}/${plural}`);
  const reviews = Object.values(REVIEWS).map(({ apiVersion, kind }) => `${apiVersion}/${kind.toLowerCase()}s`);
  expect(found.sort()).toEqual([...kinds, ...reviews].sort());
});

test('reviews can be posted and nothing else, and a group has the versions of its forms behind its own', () => {
  expect(listed('authorization.k8s.io')).toContainEqual({
    name: 'localsubjectaccessreviews',
    singularName: 'localsubjectaccessreview',
    namespaced: true,
    kind: 'LocalSubjectAccessReview',
    verbs: ['create'],
  });
  expect(apiGroup('autoscaling')).toMatchObject({
    versions: [{ version: 'v2' }, { version: 'v1' }],
    preferredVersion: { version: 'v2' },
  });
});

interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly parameters: readonly { name: string }[] }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
}

function openApi(group: string, version = 'v1'): OpenApi {
  return JSON.parse(openApiDocument(group, version) ?? '') as OpenApi;
}

describe('the OpenAPI document of a group version', () => {
  test('is found by the index, under a URL that changes with it', () => {
    const { paths } = openApiIndex() as { readonly paths: Readonly<Record<string, { serverRelativeURL: string }>> };
    expect(paths['api/v1']?.serverRelativeURL).toMatch(/^\/openapi\/v3\/api\/v1\?hash=[0-9A-F]{64}$/);
    expect(Object.keys(paths)).toContain('apis/apps/v1');
    expect(openApiDocument('example.com', 'v1')).toBeUndefined();
  });

  test('says of patches that fields are validated and that they may be tried', () => {
    const patch = openApi('apps').paths['/apis/apps/v1/namespaces/{namespace}/replicasets/{name}']?.['patch'];
    const names = patch?.parameters.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['dryRun', 'fieldManager', 'fieldValidation']));
    expect(patch).toMatchObject({
      'x-kubernetes-group-version-kind': { group: 'apps', version: 'v1', kind: 'ReplicaSet' },
      requestBody: { content: { 'application/strategic-merge-patch+json': {} } },
    });
  });

  test('has every field with its description, and how lists are merged', () => {
    const schemas = openApi('').components.schemas;
    expect(schemas['io.k8s.api.core.v1.Pod']).toMatchObject({
      description: expect.stringMatching(/^Pod is a collection of containers/) as string,
      'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'Pod' }],
    });
    expect(schemas['io.k8s.api.core.v1.PodSpec']).toMatchObject({
      required: ['containers'],
      properties: {
        containers: {
          type: 'array',
          items: { allOf: [{ $ref: '#/components/schemas/io.k8s.api.core.v1.Container' }], default: {} },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          'x-kubernetes-patch-strategy': 'merge',
          'x-kubernetes-patch-merge-key': 'name',
        },
        nodeName: { type: 'string', description: expect.stringMatching(/^NodeName indicates/) as string },
      },
    });
  });

  test('refers to schemas that it has', () => {
    for (const { group, version } of servedKinds()) {
      const document = openApi(group, version);
      const refs = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
      expect(refs.filter((name = '') => !(name in document.components.schemas))).toEqual([]);
    }
  });
});
