import { draftOf } from './draft.js';

const entry = { schedulerName: 'packing' };

test.each([
  [JSON.stringify(entry), entry],
  [JSON.stringify({ kind: 'KubeSchedulerConfiguration', profiles: [entry] }), entry],
  [JSON.stringify({ profiles: [entry, entry] }), undefined],
  ['schedulerName: packing', undefined],
  ['[]', undefined],
])('%s can be tried as %j', (text, draft) => {
  expect(draftOf(text)).toEqual(draft);
});
