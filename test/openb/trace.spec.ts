import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listName, readNodes, readPods } from './trace.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-openb-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(...lines: readonly string[]): string {
  const file = join(folder, 'list.csv');
  writeFileSync(file, lines.join('\n'));
  return file;
}

const HEAD = 'name,cpu_milli,memory_mib,num_gpu,gpu_milli';

test('a list has pods with shares, whole GPUs or none, and models where it names them', () => {
  expect(readPods(fileOf(`${HEAD},gpu_spec`, 'a,500,10,1,460,V100|P100', 'b,0,20,8,1000,', 'c,1,1,0,77,T4'))).toEqual([
    { cpu: 500, memoryMib: 10, gpus: 1, milli: 460, models: ['V100', 'P100'] },
    { cpu: 0, memoryMib: 20, gpus: 8, milli: 1000, models: [] },
    { cpu: 1, memoryMib: 1, gpus: 0, milli: 0, models: [] },
  ]);
  expect(readPods(fileOf(HEAD, 'a,500,10,1,460'))[0]?.models).toEqual([]);
  expect(listName('/x/openb_pod_list_cpu050.csv')).toBe('openb_pod_list_cpu050');
});

test('of nodes those that have GPUs count', () => {
  const file = fileOf('sn,cpu_milli,memory_mib,gpu,model', 'a,32000,10,0,', 'b,64000,20,2,P100');
  expect(readNodes(file)).toEqual([{ cpu: 64000, memoryMib: 20, gpus: 2, model: 'P100' }]);
});

test.each([
  [[HEAD, 'a,500,10,1,460', 'b,many,10,1,460'], 'list.csv:3: cpu_milli "many" is not a whole number from 0 on'],
  [[HEAD, 'a,500,-1,1,460'], 'list.csv:2: memory_mib "-1" is not a whole number from 0 on'],
  [[HEAD, 'a,500,10,1,1001'], 'list.csv:2: gpu_milli "1001" is not from 1 to 1000'],
  [[HEAD, 'a,500,10,1,0'], 'list.csv:2: gpu_milli "0" is not from 1 to 1000'],
  [[HEAD, 'a,500,10,2,500'], 'list.csv:2: gpu_milli "500" is less than 1000, and num_gpu is more than 1'],
  [[HEAD, 'a,500,10,1,460', 'b,500,10,1'], /list\.csv: .*line 3/],
  [['name,cpu_milli', 'a,500'], 'list.csv:1: has no column memory_mib, num_gpu, gpu_milli'],
  [[HEAD], 'list.csv: has no rows'],
  [[''], 'list.csv: has no rows'],
  [[HEAD, 'a,500,10,0,0'], 'list.csv: no pod asks for a GPU'],
])('%j is refused by its line', (lines, problem) => expect(() => readPods(fileOf(...lines))).toThrow(problem));

test('a file that is not there is named', () => {
  expect(() => readPods('nowhere.csv')).toThrow(/^nowhere\.csv: .*ENOENT/);
});
