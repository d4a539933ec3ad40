import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lostBy } from './lost-failures.js';
import { noteBegun, noteLate, RUN_FOLDER } from './run-folder.js';

let folder: string;
const ofRun = process.env[RUN_FOLDER] ?? '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-lost-'));
  process.env[RUN_FOLDER] = folder;
});
afterEach(() => {
  process.env[RUN_FOLDER] = ofRun;
  rmSync(folder, { recursive: true });
});

test('a run in which each file was begun once has lost nothing', () => {
  noteBegun('a.spec.js');
  noteBegun('b.spec.js');
  expect(lostBy(folder)).toBe('');
});

test('a file that was begun twice is named', () => {
  for (const path of ['a.spec.js', 'b.spec.js', 'a.spec.js']) noteBegun(path);
  expect(lostBy(folder)).toBe('the worker ended in a.spec.js, which was begun again');
});

test('an error between two files is reported with the file before it', () => {
  noteLate('a.spec.js', 'late');
  expect(lostBy(folder)).toBe('after a.spec.js: late');
});
