import { PublishedApi, type Exchange } from './index.js';

const published = PublishedApi.read();

const CLUSTER = {
  id: '01999f7a-2000-7000-8000-000000000000',
  name: 'prod',
  team: 'default',
  createdAt: '2026-01-01T00:00:00Z',
  revision: '0',
  position: '0',
  origin: null,
  mirror: null,
  counts: { nodes: 0, pods: 0, pendingPods: 0 },
  traceBudget: { keep: 'full' },
  conditionTaints: true,
  memoryPressureTolerations: false,
  controllers: 'instant',
};
const JSON_TYPE = 'application/json; charset=utf-8';

function exchange(changes: Partial<Exchange>, body?: object): Exchange {
  const read = { method: 'GET', url: '/v1/clusters/prod', status: 200, type: JSON_TYPE };
  return { ...read, text: JSON.stringify(body ?? CLUSTER), ...changes };
}

test('finds nothing in what the document has', () => {
  const created = { method: 'POST', url: '/v1/clusters', status: 201 };
  const sent = { type: 'application/json', body: { name: 'prod' } };
  expect(published.violations(exchange({}))).toEqual([]);
  expect(published.violations(exchange({ ...created, sent }))).toEqual([]);
  expect(published.violations(exchange({ status: 304, type: '', text: '' }))).toEqual([]);
  expect(published.violations(exchange({ url: '/v1/nothing', status: 404 }))).toEqual([]);
});

test.each<[string, Exchange, RegExp]>([
  ['a status that it does not have', exchange({ status: 418 }), /the status 418 is none of 200, 304, 400/],
  ['a format that it does not have', exchange({ type: 'text/html' }), /200 as text\/html is none of/],
  ['a field that is missing', exchange({}, { ...CLUSTER, team: undefined }), /must have required property 'team'/],
  ['a field that is not there', exchange({}, { ...CLUSTER, colour: 'red' }), /additional properties.*colour/],
  ['a field of another type', exchange({}, { ...CLUSTER, revision: 1 }), /\/revision must be string/],
  ['JSON that is none', exchange({ text: '{' }), /must be object/],
  ['a problem without its code', exchange({ status: 404, type: 'application/problem+json' }, {}), /required property/],
  ['a parameter that was taken', exchange({ url: '/v1/clusters/prod?colour=red' }), /parameter colour is not there/],
  ['a number that is none', exchange({ url: '/v1/clusters?pageSize=x', text: undefined }), /pageSize.*integer/],
  [
    'a body that was taken',
    exchange({ method: 'POST', url: '/v1/clusters', status: 201, sent: { type: '', body: { name: 1 } } }),
    /the body, which was taken: \/name must be string/,
  ],
  [
    'a format of a body that was taken',
    exchange({ method: 'POST', url: '/v1/clusters', status: 201, sent: { type: 'text/x', body: 'name' } }),
    /a body of text\/x was taken/,
  ],
  ['what is at no path of it', exchange({ url: '/v1/nothing', status: 200 }), /200 for what is in no document/],
])('finds %s', (_, found, why) => {
  expect(published.violations(found).join('\n')).toMatch(why);
});
