import type { PreFilterRecord } from './attempt.js';
import { fitErrorMessage } from './fit-error.js';
import { StatusTable } from '../evidence/statuses.js';

const PASSED: PreFilterRecord = {
  plugins: [],
  asked: 0,
  status: { plugin: null, code: 'Success', reasons: [] },
  nodeNames: null,
  skipped: [],
};

function message(nodes: readonly (readonly string[])[], preFilter = PASSED): string {
  const table = new StatusTable();
  const values = Uint32Array.from(nodes, (reasons) => table.intern('X', 'Unschedulable', reasons));
  const combinations = [...new Set(values)].map((first) => ({
    first,
    failures: [first],
    rows: values.filter((id) => id === first).length,
  }));
  return fitErrorMessage(preFilter, {
    nodeCount: nodes.length,
    filterPlugins: ['X'],
    statuses: table.statuses,
    verdicts: [{ plugin: 'X', domains: null, values, changed: null }],
    overrides: { fill: 0, rows: new Map() },
    combinations,
    scores: [],
    lineage: null,
  });
}

describe('a fit error', () => {
  test('counts a node in each of its reasons', () => {
    expect(message([['Insufficient cpu', 'Too many pods'], ['Insufficient cpu']])).toBe(
      '0/2 nodes are available: 1 Too many pods, 2 Insufficient cpu.',
    );
  });
  test('sorts counts as texts', () => {
    expect(message([...Array.from({ length: 10 }, () => ['x']), ['y'], ['y']])).toBe(
      '0/12 nodes are available: 10 x, 2 y.',
    );
  });
  test('says once what PreFilter said', () => {
    const rejected: PreFilterRecord = {
      ...PASSED,
      status: { plugin: 'X', code: 'UnschedulableAndUnresolvable', reasons: ['never', 'ever'] },
    };
    expect(
      message(
        [
          ['never', 'ever'],
          ['never', 'ever'],
        ],
        rejected,
      ),
    ).toBe('0/2 nodes are available: never, ever.');
  });
});
