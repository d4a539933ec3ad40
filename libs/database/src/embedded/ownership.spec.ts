import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '#test-programs';
import { claimOwnership } from './ownership.js';
import { processIdentity } from './process-identity.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ownership-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const owner = (): unknown => JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'));
const us = { pid: process.pid, identity: processIdentity(process.pid) };

test('a claim is held until it is given back', () => {
  const release = claimOwnership(folder);
  expect(owner()).toEqual(us);
  expect(() => claimOwnership(folder)).toThrow(`another Berth, process ${process.pid}, serves from ${folder}`);
  release();
  expect(readdirSync(folder)).toEqual([]);
  claimOwnership(folder);
  expect(owner()).toEqual(us);
});

test.each([
  ['a process that is gone', () => ({ pid: runProgram('true', []).pid, identity: 'its own' })],
  ['another process that has its id by now', () => ({ pid: process.pid, identity: 'of an earlier process' })],
])('the claim of %s is taken over', (_, dead) => {
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(dead()));
  claimOwnership(folder);
  expect(owner()).toEqual(us);
  expect(readdirSync(folder)).toEqual(['owner.json']);
});

test("giving back does not take away a successor's claim", () => {
  const release = claimOwnership(folder);
  const successor = JSON.stringify({ pid: 1, identity: processIdentity(1) });
  writeFileSync(join(folder, 'owner.json'), successor);
  release();
  expect(owner()).toEqual(JSON.parse(successor));
});

test('an id tells processes apart that had it one after the other', () => {
  expect(processIdentity(process.pid)).toBe(processIdentity(process.pid));
  expect(processIdentity(process.pid)).not.toBe(processIdentity(process.ppid));
  expect(processIdentity(runProgram('true', []).pid)).toBeUndefined();
});
