import { metadataOfStatusWrite } from './status-metadata.js';

const DELETED = '2026-01-01T00:00:00Z';

test.each([
  ['does not delete it', { deletionTimestamp: DELETED, labels: { a: 'b' } }, {}, { labels: { a: 'b' } }],
  ['leaves it deleted', {}, { deletionTimestamp: DELETED }, { deletionTimestamp: DELETED }],
])('a write of the status of a pod %s', (_, written, present, want) => {
  const pod = { apiVersion: 'v1', kind: 'Pod' };
  expect(metadataOfStatusWrite(pod, { name: 'p', ...written }, { name: 'p', ...present })).toEqual({
    name: 'p',
    ...want,
  });
});
