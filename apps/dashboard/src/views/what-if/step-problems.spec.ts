import { fieldProblems, stepProblems } from './step-problems.js';

const effect = { field: '/steps/1/taint/add/0/effect', message: 'is required' };

test('problems are by step, and those of the whole request are of none', () => {
  expect([...stepProblems([effect, { field: '/at', message: 'is no moment' }])]).toEqual([
    [1, [{ field: 'taint.add.0.effect', message: 'is required' }]],
  ]);
});

test.each([
  ['taint.add.0.effect', [{ name: 'add' }], undefined, { add: ['0.effect is required'] }],
  ['profile.pluginConfig.0', [{ name: 'profile' }], 'profile', { profile: ['pluginConfig.0 is required'] }],
  ['addNodes', [{ name: 'count' }], undefined, { '': ['is required'] }],
])('%s is reported at a field of the form', (field, fields, whole, reported) => {
  expect(fieldProblems([{ field, message: 'is required' }], fields, whole)).toEqual(reported);
});
