import { hiddenIn, hiding } from './hidden.js';

const COLUMNS = [{ id: 'name' }, { id: 'state' }, { id: 'digest', isAside: true }, { id: 'seed', isAside: true }];

test.each([
  ['nothing in the address', {}, ['digest', 'seed']],
  ['a column that the reader hid', { hide: 'state' }, ['state', 'digest', 'seed']],
  ['a column beside the usual ones that the reader wants', { show: 'seed' }, ['digest']],
  ['both', { hide: 'name,state', show: 'digest,seed' }, ['name', 'state']],
])('%s', (_, address, hidden) => {
  expect(hiddenIn(address, COLUMNS)).toEqual(hidden);
});

test.each([[[]], [['state']], [['digest', 'seed']], [['name', 'state', 'digest']]])(
  'the address of %j is read as the same columns',
  (hidden) => {
    expect(hiddenIn(hiding(hidden, COLUMNS), COLUMNS)).toEqual(hidden);
  },
);

test('the usual columns are not in the address', () => {
  expect(hiding(['digest', 'seed'], COLUMNS)).toEqual({ hide: '', show: '' });
});
