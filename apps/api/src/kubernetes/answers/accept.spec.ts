import { answerForm, plainMedia } from './accept.js';

const table = (version: string) => ({ media: 'json', as: { kind: 'Table', apiVersion: `meta.k8s.io/${version}` } });
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

test.each([
  [undefined, { media: 'json' }],
  ['*/*', { media: 'json' }],
  ['application/json, */*;q=0.8', { media: 'json' }],
  ['application/vnd.kubernetes.protobuf,application/json', { media: 'json' }],
  ['application/yaml', { media: 'yaml' }],
  ['application/json;q=0.5,application/yaml', { media: 'yaml' }],
  ['*/*,application/yaml', { media: 'yaml' }],
  ['text/html,application/json;charset=utf-8', { media: 'json' }],
  [`${TABLE},application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json`, table('v1')],
  ['application/json;as=Table;v=v1beta1;g=meta.k8s.io', table('v1beta1')],
  ['application/json;as=Table;v=v9;g=meta.k8s.io,application/json', { media: 'json' }],
  [`application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,${TABLE}`, table('v1')],
  [
    'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
    { media: 'json', as: { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' } },
  ],
])('%s prefers a form', (accept, form) => {
  expect(answerForm(accept)).toEqual(form);
});

test.each([
  'text/html',
  'application/json;as=Table;v=v9;g=meta.k8s.io',
  'application/json;as=Chart;v=v1;g=meta.k8s.io',
  'application/json;stream=other',
  'application/yaml;stream=watch',
])('%s can not be served', (accept) => {
  expect(answerForm(accept)).toBeUndefined();
});

test('what is answered alone has no table', () => {
  expect(answerForm(TABLE, { hasTable: false })).toBeUndefined();
  expect(answerForm(`${TABLE},application/json`, { hasTable: false })).toEqual({ media: 'json' });
});

test.each([
  [undefined, 'json'],
  ['application/yaml', 'yaml'],
  [`${TABLE},application/yaml`, 'yaml'],
  [TABLE, undefined],
  ['text/plain', undefined],
])('a document of one form is answered to %s as %s', (accept, media) => {
  expect(plainMedia(accept, { isJsonOnly: false })).toBe(media);
});

test('a document that is JSON alone is no YAML', () => {
  expect(plainMedia('application/yaml', { isJsonOnly: true })).toBeUndefined();
});
