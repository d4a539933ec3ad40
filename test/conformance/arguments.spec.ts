import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from './arguments.js';
import { readRecordings, recordingFiles } from './read-recordings.js';

test('arguments name paths, ignored fields, and how much is shown', () => {
  expect(readArguments(['--ignore', 'postFilter,preFilter.nodeNames', '--show', '3', 'a', 'b'])).toEqual({
    paths: ['a', 'b'],
    ignore: new Set(['postFilter', 'preFilter.nodeNames']),
    show: 3,
  });
  expect(readArguments(['--verbose', 'a'])).toEqual({ paths: ['a'], ignore: new Set(), show: Infinity });
});

describe('arguments that cannot be used', () => {
  const cases: [argv: string[], message: string][] = [
    [[], 'usage: conformance'],
    [['--ignore', 'colour', 'a'], '--ignore: unknown field colour; known are policyError, translation, plugins'],
    [['--show', 'all', 'a'], '--show: "all" is not a number'],
    [['--quiet', 'a'], "Unknown option '--quiet'"],
  ];
  test.each(cases)('%j', (argv, message) => expect(() => readArguments(argv)).toThrow(message));
});

describe('input that cannot be used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  test('a path that is not there', () =>
    expect(() => recordingFiles(join(folder, 'none'))).toThrow('none: no such file or folder'));
  test('a folder without recordings', () =>
    expect(() => recordingFiles(folder)).toThrow('no *.jsonl or *.jsonl.gz in it'));
  test('a line that is no JSON', () =>
    expect(() => [...readRecordings(file('bad.jsonl', '\n{'))]).toThrow(/bad\.jsonl:2: .*JSON/));
  test('a line that is no recording', () =>
    expect(() => [...readRecordings(file('other.jsonl', '{}'))]).toThrow('other.jsonl:1: not a recording'));
  test('a file that is not compressed', () =>
    expect(() => [...readRecordings(file('plain.gz', '{}'))]).toThrow(/plain\.gz: .*incorrect header check/));
});
