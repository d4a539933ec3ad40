import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { begunAgain, lateErrors } from './lost-failures.js';
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

test('a run in which each file was begun once and no error was late has lost nothing', () => {
  noteBegun('a.spec.js');
  noteBegun('b.spec.js');
  expect([begunAgain(folder), lateErrors(folder)]).toEqual([[], []]);
});

test('a file that was begun twice is named', () => {
  for (const path of ['a.spec.js', 'b.spec.js', 'a.spec.js']) noteBegun(path);
  expect(begunAgain(folder)).toEqual(['a.spec.js']);
});

test('an error between two files is reported with the file before it', () => {
  noteLate('a.spec.js', 'late');
  expect(lateErrors(folder)).toEqual(['after a.spec.js: late']);
});
