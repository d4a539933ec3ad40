import { WrongKeys } from './wrong-keys.js';

test('so many are wrong in a window, and every address has its own', () => {
  const keys = new WrongKeys({ keys: 2, seconds: 60 });
  const answers = ['a', 'a', 'a', 'b'].map((address) => keys.count(address));
  expect(answers.map((answer) => answer?.message)).toEqual([
    undefined,
    undefined,
    '2 wrong keys came from this address in 60 seconds; try again in 60 seconds',
    undefined,
  ]);
  expect(answers[2]).toMatchObject({ headers: { 'retry-after': '60' }, description: { code: 'RATE_LIMITED' } });
});

test('a window ends', () => {
  let now = 0;
  const keys = new WrongKeys({ keys: 1, seconds: 60 }, () => now);
  keys.count('a');
  now = 59_999;
  expect(keys.count('a')).toBeDefined();
  now = 60_000;
  expect(keys.count('a')).toBeUndefined();
});

test('a hundred times as many are all refused, and what is remembered does not grow', () => {
  const keys = new WrongKeys();
  for (let count = 0; count < 30; count++) expect(keys.count('a')).toBeUndefined();
  for (let count = 0; count < 3_000; count++) if (keys.count('a') === undefined) throw new Error('let in');
  expect(keys.size).toBe(1);
});

test('of many addresses the last ones are remembered', () => {
  const keys = new WrongKeys();
  for (let address = 0; address < 25_000; address++) keys.count(`2001:db8::${address.toString(16)}`);
  expect(keys.size).toBe(10_000);
});
