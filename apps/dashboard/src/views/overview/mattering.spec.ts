import { mattering } from './mattering.js';

const reason = (name: string, only: number, sole: number, any: number) => ({
  name,
  pods: any,
  obstacles: { only, sole, any },
});

test('a reason that alone holds pods back comes before one that they only meet', () => {
  const found = mattering([reason('cordoned', 0, 0, 90), reason('cpu', 5, 9, 40), reason('taint', 5, 2, 60)]);
  expect(found.map(({ name }) => name)).toEqual(['cpu', 'taint', 'cordoned']);
});

test('six are shown', () => {
  expect(mattering(Array.from({ length: 9 }, (_, index) => reason(String(index), index, 0, 0)))).toHaveLength(6);
});
