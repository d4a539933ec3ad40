import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Recording } from './recording.js';

/** Input that cannot be used; the message says what and where. */
export class InputError extends Error {}

/** The files that a path names: itself, or every recording of a folder. */
export function recordingFiles(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new InputError(`${path}: no such file or folder`);
  if (!found.isDirectory()) return [path];
  const files = readdirSync(path)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name))
    .sort();
  if (files.length === 0) throw new InputError(`${path}: no *.jsonl or *.jsonl.gz in it`);
  return files.map((name) => join(path, name));
}

/** The recordings of a file, one JSON document a line. */
export function* readRecordings(file: string): Generator<Recording> {
  const lines = textOf(file).split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== '') yield parseLine(line, `${file}:${index + 1}`);
  }
}

function textOf(file: string): string {
  const bytes = readFileSync(file);
  if (!file.endsWith('.gz')) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch (error) {
    throw new InputError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parseLine(line: string, where: string): Recording {
  let document: unknown;
  try {
    document = JSON.parse(line);
  } catch (error) {
    throw new InputError(`${where}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isRecording(document))
    throw new InputError(`${where}: not a recording: it needs scenario.pods and expected.results, one result a pod`);
  return document;
}

function isRecording(value: unknown): value is Recording {
  if (typeof value !== 'object' || value === null || !('scenario' in value) || !('expected' in value)) return false;
  const { scenario, expected } = value;
  if (typeof scenario !== 'object' || scenario === null || typeof expected !== 'object' || expected === null)
    return false;
  if (!('pods' in scenario) || !('objects' in scenario) || !('results' in expected)) return false;
  if (!Array.isArray(scenario.pods) || !Array.isArray(expected.results)) return false;
  // A Policy that is refused places nothing.
  return scenario.pods.length === expected.results.length || 'policyError' in expected;
}
