import { requestsOf } from './for-real.js';

test.each([
  [{ cordon: { names: ['a/b'] } }, ['PATCH /api/v1/nodes/a%2Fb {"spec":{"unschedulable":true}}']],
  [{ uncordon: { names: ['a'] } }, ['PATCH /api/v1/nodes/a {"spec":{"unschedulable":null}}']],
  [{ label: { names: ['a'], labels: { old: null } } }, ['PATCH /api/v1/nodes/a {"metadata":{"labels":{"old":null}}}']],
  [{ removeNodes: { names: ['a', 'b'] } }, ['DELETE /api/v1/nodes/a', 'DELETE /api/v1/nodes/b']],
  [{ deletePods: { names: ['shop/p'] } }, ['DELETE /api/v1/namespaces/shop/pods/p']],
  [{ import: { manifests: 'kind: Pod' } }, ['POST /import kind: Pod']],
  [{ schedule: { preemption: 'off' } }, ['POST /runs {"preemption":"off"}']],
])('%j is made by %j', (step, requests) => {
  expect(requestsOf(step)?.map(({ method, path, body }) => [method, path, body].filter(Boolean).join(' '))).toEqual(
    requests,
  );
});

test('nodes of a shape come in one import, numbered', () => {
  const [request] = requestsOf({ addNodes: { count: 2, node: { metadata: { name: 'big' }, status: {} } } }) ?? [];
  const list = JSON.parse(request?.body ?? '') as { readonly items: readonly { readonly metadata: object }[] };
  expect(list.items.map(({ metadata }) => metadata)).toEqual([{ name: 'big-1' }, { name: 'big-2' }]);
});

test.each([{ drain: { names: ['a'] } }, { cordon: { labelSelector: 'zone=a' } }, { scale: {} }])(
  '%j can only be tried',
  (step) => {
    expect(requestsOf(step)).toBeUndefined();
  },
);
