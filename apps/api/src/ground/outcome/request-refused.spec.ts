import { RequestRefused } from './index.js';

test.each([
  ['that passes', RequestRefused.of({ kind: 'ArchivingUnderWay' }), '60'],
  ['of others who are in the way', RequestRefused.of({ kind: 'ClusterBusy', retryAfterSeconds: 2 }), '2'],
  ['of a disk that is full', RequestRefused.of({ kind: 'StorageUnavailable', folder: 'f', problem: 'full' }), '60'],
  ['that waiting does not help', RequestRefused.of({ kind: 'RunNotFound', run: 'r' }), undefined],
])('a refusal %s says when to ask again: %#', (_what, { headers }, seconds) => {
  expect(headers['retry-after']).toBe(seconds);
});
