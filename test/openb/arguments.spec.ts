import { readArguments } from './arguments.js';

test('what is not said has a default', () => {
  expect(readArguments(['--list', 'a.csv', '--policy', 'FGD,Random,FGD'])).toEqual({
    list: 'a.csv',
    nodes: undefined,
    policies: ['FGD', 'Random'],
    seeds: 10,
    json: false,
    plot: undefined,
  });
});

test.each([
  [['--policy', 'FGD'], '--list is missing'],
  [['--list', 'a.csv'], '--policy is missing'],
  [
    ['--list', 'a.csv', '--policy', 'FGD,fgd'],
    '--policy: "fgd" is not known; known are Random, DotProd, GpuClustering, GpuPacking, BestFit, FGD',
  ],
  [['--list', 'a.csv', '--policy', ''], '--policy: "" is not known'],
  [['--list', 'a.csv', '--policy', 'FGD', '--seeds', '0'], '--seeds: "0" is no number from 1 on'],
  [['--list', 'a.csv', '--policy', 'FGD', '--seed', '1'], "Unknown option '--seed'"],
])('%j is refused', (argv, problem) => expect(() => readArguments(argv)).toThrow(problem));
