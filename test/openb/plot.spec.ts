import { plotOf } from './plot.js';

test('a plot is a drawing with a line in both panels for each policy', () => {
  const curve = Array.from({ length: 131 }, (_, at) => ({ allocated: at, fragmented: 130 - at }));
  const drawing = plotOf('a list', new Map([['FGD', curve]]));
  expect(drawing).toMatch(/^<svg .*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  for (const text of ['a list', 'FGD', 'GPUs allocated, % of all', 'GPUs fragmented, % of all'])
    expect(drawing).toContain(`>${text}</text>`);
  const without = plotOf('a list', new Map());
  const lines = (text: string): number => text.match(/<path /g)?.length ?? 0;
  expect(lines(drawing) - lines(without)).toBeGreaterThanOrEqual(2);
});
