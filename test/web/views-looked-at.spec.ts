import { everyPart, notLookedAt } from './views-looked-at.js';

const SUBJECTS = {
  ...{ cluster: 'c', node: 'n', pod: 'shop/p', run: 'r', otherRun: 's', decision: 'r.0', profile: 'packing' },
  schedule: 'weekly',
};

test('every view of the page is looked at by the specs in a browser', () => {
  expect(notLookedAt()).toEqual([]);
});

test('an address is of the subjects that it names', () => {
  const found = everyPart(SUBJECTS);
  expect(found).toEqual(expect.arrayContaining(['/clusters/c/pods/shop/p', '/clusters/c/decisions/r.0?whynot=n']));
  expect(found.filter((address) => address.includes('$'))).toEqual([]);
});
