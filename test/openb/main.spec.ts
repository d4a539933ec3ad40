import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '#test-programs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-openb-'));
  writeFileSync(
    join(folder, 'few.csv'),
    'name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,1000,10,1,1000\nb,1000,10,1,500\n',
  );
  writeFileSync(join(folder, 'nodes.csv'), 'sn,cpu_milli,memory_mib,gpu,model\nn,64000,1000,2,T4\nm,64000,1000,2,T4\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

function openb(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const main = join(process.cwd(), 'dist/test/openb/main.js');
  return runProgram(process.execPath, [main, ...args], { cwd: folder });
}

const FEW = ['--list', 'few.csv', '--nodes', 'nodes.csv'];

test('an object a line for each policy and seed', () => {
  const { status, stdout } = openb(...FEW, '--policy', 'FGD,BestFit', '--seeds', '2', '--json');
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect([status, results.map((one) => Object.keys(one))]).toEqual([0, Array(4).fill(FIELDS)]);
  expect(results).toMatchObject([
    { list: 'few', policy: 'FGD', seed: 42 },
    { list: 'few', policy: 'FGD', seed: 43 },
    { list: 'few', policy: 'BestFit', seed: 42 },
    { list: 'few', policy: 'BestFit', seed: 43 },
  ]);
});

const FIELDS = ['list', 'policy', 'seed', 'allocatedAt100', 'allocatedAt130', 'fragmentedAt100'];

test('a table, and a drawing where it is asked for', () => {
  const { status, stdout } = openb(...FEW, '--policy', 'BestFit', '--seeds', '1', '--plot', 'few.svg');
  expect([status, stdout.split('\n')[2]]).toEqual([0, expect.stringMatching(/^\| BestFit \| \d+\.\d\d \| - \|/)]);
  expect(readFileSync(join(folder, 'few.svg'), 'utf8')).toMatch(/^<svg /);
});

test.each([
  [['--list', 'none.csv', '--policy', 'FGD'], "openb: none.csv: ENOENT: no such file or directory, open 'none.csv'\n"],
  [[...FEW, '--policy', 'Best'], 'openb: --policy: "Best" is not known; known are'],
  [['--list', 'nodes.csv', '--policy', 'FGD'], 'openb: nodes.csv:1: has no column num_gpu, gpu_milli\n'],
  [[...FEW, '--policy', 'FGD', '--plot', 'no/plot.svg'], 'openb: --plot: ENOENT: no such file or directory'],
])('%j ends with 2', (args, problem) => {
  const { status, stdout, stderr } = openb(...args);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(problem)]);
});
