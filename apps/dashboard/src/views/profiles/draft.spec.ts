import { readDraft } from './draft.js';

const draft = { schedulerName: 'packing' };

test.each([
  JSON.stringify(draft),
  JSON.stringify({ kind: 'KubeSchedulerConfiguration', profiles: [draft] }),
  'schedulerName: packing',
  'profiles:\n- schedulerName: packing # the only one\n',
])('%j is a profile', (text) => {
  expect(readDraft(text)).toEqual({ draft });
});

test.each([
  [JSON.stringify({ profiles: [draft, draft] }), /one profile/],
  ['[]', /one profile/],
  ['', /./],
  ['a: b\nc', /\d+:\d+/],
])('%j is none, and it is said why', (text, problem) => {
  expect(readDraft(text)).toEqual({ problem: expect.stringMatching(problem) });
});
