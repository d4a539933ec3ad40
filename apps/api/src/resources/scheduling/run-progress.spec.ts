import type { Run } from '#scheduling';
import { progressOf } from './run-progress.js';

const scheduling = { progress: () => ({ decided: 7 }) };

test.each<[string, Partial<Run>, object | null]>([
  ['under way', { state: 'running' }, { decided: 7 }],
  ['that has ended', { state: 'complete' }, null],
  ['under way, of which a part is seen', { state: 'running', redacted: true }, null],
])('how far a run is %s', (_, run, want) => {
  expect(progressOf(run as Run, scheduling)).toEqual(want);
});
