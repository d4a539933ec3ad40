import { WorkloadError } from '../workload.js';
import { FIGURES, readFigureArguments } from './figure-arguments.js';
import { figureResult, figureTable } from './figure-report.js';

const size = { nodes: 3, pods: 200, rounds: 2 };

test('a figure is measured on the size that it is reported for, or on another', () => {
  expect(readFigureArguments(['traces'])).toEqual({
    name: 'traces',
    figure: FIGURES['traces'],
    size: { nodes: 5000, pods: 10_000, rounds: 300 },
    runs: 1,
    json: false,
  });
  expect(
    readFigureArguments(['answers', '--nodes', '3', '--pods', '200', '--rounds', '2', '--runs', '5', '--json']),
  ).toMatchObject({ name: 'answers', size, runs: 5, json: true });
});

test.each<[string, string[], RegExp]>([
  ['nothing', [], /^usage: figure single-pod(\|[a-z-]+){23} /],
  ['a figure that is not there', ['luck'], /^usage: figure/],
  ['two figures', ['traces', 'answers'], /^usage: figure/],
  ['no number', ['traces', '--nodes', 'many'], /^--nodes: "many" is not a number above 0$/],
  ['an unknown option', ['traces', '--fast'], /Unknown option '--fast'/],
])('%s cannot be measured', (_name, argv, want) => {
  expect(() => readFigureArguments(argv)).toThrow(WorkloadError);
  expect(() => readFigureArguments(argv)).toThrow(want);
});

test('the medians are reported, value by value, with the spread', () => {
  const result = figureResult({ figure: 'traces', size }, [
    { rowMs: 3, pages: 4 },
    { rowMs: 1000 },
    { rowMs: 2, pages: 2.5 },
  ]);
  expect(result).toEqual({
    figure: 'traces',
    ...size,
    runs: 3,
    values: { rowMs: 3, pages: 4 },
    spread: { rowMs: [2, 1000], pages: [2.5, 4] },
  });
  expect(
    figureTable(result)
      .split('\n')
      .map((line) => line.split(/ +/)),
  ).toEqual([
    ['traces,', '3', 'nodes,', '200', 'pods'],
    ['', 'rowMs', '3.00', '2.00..1000'],
    ['', 'pages', '4.00', '2.50..4.00'],
  ]);
});
