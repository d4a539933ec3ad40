import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Manifest, ManifestProblem } from '#api-server';
import { isJsonObject } from '#json';
import { UsageError } from '../exit.js';
import { readText, unpacked, type Terminal } from '../terminal/index.js';
import type { ObjectProblem } from './problem-in-words.js';

const MANIFEST = /\.(ya?ml|json)(\.gz)?$/;

/** The progress is updated at most this often. */
const EVERY_MS = 100;

type ObjectName = Pick<ObjectProblem, 'kind' | 'namespace' | 'name'>;

/** A file, and which objects of the whole input are in it: those from one index to before another. */
interface FileRead {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly objects: readonly ObjectName[];
  /** Why nothing behind the last one can be read. */
  readonly problem: ManifestProblem | undefined;
}

/** Manifests of several files as one body: each file, of YAML or JSON, is a document, or some, of one stream. */
export class Manifests {
  /** What made reading impossible. */
  failure: Error | undefined;
  readonly #paths: readonly string[];
  /** Undefined if standard input is among them: its size is not known. */
  readonly #bytes: number | undefined;

  /** @throws UsageError for a folder without manifests; what `stat` throws for what is not there */
  constructor(
    files: readonly string[],
    private readonly terminal: Terminal,
  ) {
    if (files.filter((file) => file === '-').length > 1) throw new UsageError('standard input can be read only once');
    this.#paths = files.flatMap(below);
    this.#bytes = this.#paths.includes('-')
      ? undefined
      : this.#paths.reduce((sum, path) => sum + statSync(path).size, 0);
  }

  /**
   * The same problems with their files, and with the number of each object in its file. What stands behind the standard
   * input, which can be read only once, keeps its number in the whole input.
   */
  async located<T extends ObjectProblem>(problems: readonly T[]): Promise<(T & ObjectProblem)[]> {
    if (!problems.some(({ index }) => index !== undefined)) return [...problems];
    const files = await this.#read();
    return problems.map((problem) => {
      const { index } = problem;
      const found = index === undefined ? undefined : files.find(({ from, to }) => index >= from && index < to);
      return index === undefined || found === undefined
        ? problem
        : { ...found.objects[index - found.from], ...problem, file: found.file, index: index - found.from };
    });
  }

  /** The file that cannot be read to its end, and why: `web.yaml: line 4: ...`; undefined when there is none. */
  async unreadable(): Promise<string | undefined> {
    for (const { file, problem } of await this.#read())
      if (problem !== undefined) return [file, `line ${problem.line ?? 1}`, problem.message].join(': ');
    return undefined;
  }

  /** The files before the first that can be read only once, with what is in each. */
  async #read(): Promise<FileRead[]> {
    const { readManifests } = await import('#api-server');
    const files: FileRead[] = [];
    let from = 0;
    for (const file of this.#paths) {
      if (file === '-' || !statSync(file).isFile()) break;
      const objects: ObjectName[] = [];
      let problem: FileRead['problem'];
      const read = readManifests(unpacked(file, createReadStream(file)), { lastKeyCounts: true });
      for await (const one of read) {
        objects.push(nameOf(one));
        // Behind a value that is no object the file is read on.
        problem = 'problem' in one ? one.problem : undefined;
      }
      files.push({ file, from, to: from + objects.length, objects, problem });
      from += objects.length;
    }
    return files;
  }

  /** All of them as one text. */
  async text(): Promise<string> {
    const texts: string[] = [];
    for (const path of this.#paths) texts.push(await readText(path, this.terminal));
    return texts.length === 1 ? (texts[0] ?? '') : texts.map((text) => `---\n${text}\n`).join('');
  }

  stream(): ReadableStream<Uint8Array> {
    return Readable.toWeb(Readable.from(this.#chunks())) as ReadableStream<Uint8Array>;
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    const { input, status } = this.terminal;
    const counter = { sent: 0, said: 0 };
    try {
      for (const path of this.#paths) {
        if (this.#paths.length > 1) yield Buffer.from('\n---\n');
        yield* unpacked(path, this.#counting(path === '-' ? input : createReadStream(path), counter));
      }
      status?.(`Sent ${mebibytes(counter.sent)}, importing`);
    } catch (error) {
      this.failure = error as Error;
      throw error;
    }
  }

  /** Says how much of the files is read, as they are on the disk. */
  async *#counting(
    chunks: AsyncIterable<Uint8Array>,
    counter: { sent: number; said: number },
  ): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      yield chunk;
      counter.sent += chunk.length;
      if (performance.now() - counter.said < EVERY_MS) continue;
      counter.said = performance.now();
      this.terminal.status?.(`Sending ${this.#share(counter.sent)}`);
    }
  }

  #share(sent: number): string {
    if (this.#bytes === undefined) return mebibytes(sent);
    return `${Math.floor((100 * sent) / Math.max(1, this.#bytes))} % of ${mebibytes(this.#bytes)}`;
  }
}

function nameOf(manifest: Manifest): ObjectName {
  if (!('object' in manifest)) return {};
  const { kind, metadata } = manifest.object;
  const { namespace, name } = isJsonObject(metadata) ? metadata : {};
  return Object.fromEntries(Object.entries({ kind, namespace, name }).filter(([, value]) => typeof value === 'string'));
}

/** The manifests of a folder, and of those in it, by name. */
function below(path: string): string[] {
  if (path === '-' || !statSync(path).isDirectory()) return [path];
  const found = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && MANIFEST.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (found.length === 0) throw new UsageError(`${path} contains no .yaml, .yml or .json file`);
  return found;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
