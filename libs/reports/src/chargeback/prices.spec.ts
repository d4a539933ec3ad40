import { priceProblems } from './prices.js';

test.each([
  ['cpu,1,0.5', undefined],
  ['cpu,1,abc', /row 1: price must be a number/],
  ['cpu,hour,1', /row 1: per must be a quantity/],
  ['cpu,1,-1', /row 1: price must be a number/],
  ['cpu,1,1\ncpu,1,2', /row 2 names cpu again/],
])('%s is a price list, or what is wrong with it', (rows, problem) => {
  const [first] = priceProblems(`resource,per,price\n${rows}`);
  if (problem === undefined) expect(first).toBeUndefined();
  else expect(first?.message).toMatch(problem);
});
