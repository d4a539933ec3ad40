import { demoSummary, historySummary } from './demo-summary.js';
import type { DemoResult } from './run-demo.js';

const RESULT = {
  cluster: 'demo-2',
  imported: { nodes: 3, pods: 10, seconds: 1 },
  gpus: { wanted: 4, there: 2, shared: 1 },
  run: { counts: { selected: 10, scheduled: 7, unschedulable: 3, nominated: 0, gated: 0, skipped: 0, error: 0 } },
  seconds: 2,
  reasons: [{ message: 'Insufficient cpu', pods: 3, example: 'p-1' }],
} as unknown as DemoResult;

test('a pod counts once, and the outcomes are those of decisions', () => {
  const lines = demoSummary(RESULT, 'http://here').split('\n');
  expect(lines).toContain('Decided 10 pods in 2.0 s, 5 a second, every verdict and score of all 3 nodes kept.');
  expect(lines.filter((line) => /^ +\d+ (selected|scheduled|unschedulable)$/.test(line))).toEqual([
    '       7 scheduled',
    '       3 unschedulable',
  ]);
});

test('links lead to views of the web page', () => {
  const text =
    demoSummary(RESULT, 'http://here') +
    historySummary({ cluster: 'h', fork: 'f', revision: '9', preempting: 1, seconds: 1 }, 'http://here');
  expect(text.match(/http:\S+/g)).toEqual([
    'http://here/ui/clusters/demo-2/pending',
    'http://here/ui/clusters/demo-2/decisions?outcome=unschedulable',
    'http://here/ui/clusters/demo-2/pods/openb/p-1',
    'http://here/ui/clusters/h',
    'http://here/ui/clusters/h/runs',
    'http://here/ui/clusters/f',
  ]);
});
