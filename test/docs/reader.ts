import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Test } from 'supertest';
import { endOf, startProgram } from '#test-programs';
import { berth } from '../e2e/berth-command.js';
import { bearer } from '../e2e/team-key.js';
import type { TestApi } from '../e2e/test-api.js';
import { expressionOf, readPage, type Example, type Page } from './read-page.js';

const ROOT = process.cwd();
const README = readPage('README.md');

/**
 * What starts services, tests or containers, or asks a cluster of one's own, is not run here: its script is there, and
 * CI runs it or says that it did not.
 */
const isScript = ({ command }: Example): boolean =>
  /^(npm |kubectl |POSTGRES_PASSWORD=|BERTH_PLUGINS=|cp -r examples)/.test(command);

/** The command alone: no variable, no quote, no other program. */
const ALONE = /^npx berth ([\w ./:=,@+-]+)$/;

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Follows pages with a key, in a folder of their own: what they make is in the team of the key. */
export class Reader {
  /** Up to where history is archived: on the page the beginning of a month. */
  edge = '';
  readonly #folder = mkdtempSync(join(tmpdir(), 'berth-reader-'));
  /** The decision of the pod that was placed, as the reader noted it. */
  #decision: string | undefined;

  constructor(
    private readonly api: TestApi,
    readonly key: string,
  ) {
    for (const name of ['.berth', 'programs']) mkdirSync(join(this.#folder, name));
    writeFileSync(join(this.#folder, '.berth/admin.key'), `${key}\n`);
    this.#program('curl', `exec '${process.execPath}' '${join(ROOT, 'test/docs/curl.mjs')}' "$@"`);
    this.#program('npx', `shift; exec '${process.execPath}' '${join(ROOT, 'dist/apps/cli/src/main.js')}' "$@"`);
  }

  /** Removes the folder. */
  leave(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /** What README.md begins with, and other pages go on from; what is otherwise than it says. */
  firstWalk(): Promise<string[]> {
    this.save(README);
    writeFileSync(
      join(this.#folder, 'scheduler.yaml'),
      'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles: ' +
        '[{schedulerName: batch}]\n',
    );
    return this.follow(README);
  }

  /** Manifests whose first line names the file that the reader saves them as. */
  save({ yaml }: Page): void {
    for (const text of yaml) writeFileSync(join(this.#folder, /^# (\S+)/.exec(text)?.[1] ?? 'unnamed.yaml'), text);
  }

  /** Runs the examples of a page in order; every one that ends or answers otherwise than its page says. */
  async follow({ examples }: Page): Promise<string[]> {
    const problems: string[] = [];
    for (const example of examples.filter((one) => !isScript(one))) {
      const { line, command, answer = '' } = example;
      const { code, output } = await this.#run(command);
      if (code !== codeOf(answer) || !expressionOf(answer).test(output.replace(/\s+/g, '')))
        problems.push(`line ${line}: ${command}\nended with ${code}:\n${output}`);
    }
    return problems;
  }

  /** Does what a page says, and wants it to be so. */
  async read(path: string): Promise<void> {
    const page = readPage(path);
    this.save(page);
    expect(await this.follow(page)).toEqual([]);
    for (const query of page.graphql) {
      const { body } = await this.ask(query).expect(200);
      expect(body).toEqual({ data: expect.any(Object), extensions: expect.any(Object) });
      expect(JSON.stringify(body)).not.toContain('"refusals":[{');
    }
  }

  ask(query: string): Test {
    return this.api.post('/graphql').set(bearer(this)).send({ query });
  }

  #program(name: string, text: string): void {
    const path = join(this.#folder, 'programs', name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  }

  /** As the reader does, with the ids that they have seen. */
  async #run(command: string): Promise<Ran> {
    const { url } = this.api;
    const text = (await this.#withIds(command)).replaceAll('http://127.0.0.1:3000', url);
    const [, words] = ALONE.exec(text) ?? [];
    return words === undefined ? this.#runByShell(text) : this.#runHere(words);
  }

  /** The command in this process: to start one takes longer than most of them do. */
  async #runHere(words: string): Promise<Ran> {
    const lines: string[] = [];
    const say = (line: string): void => void lines.push(line);
    const before = process.cwd();
    process.chdir(this.#folder);
    try {
      const { code } = await berth(words, { print: say, complain: say, environment: this.#environment });
      return { code, output: lines.join('\n') };
    } finally {
      process.chdir(before);
    }
  }

  /** What the first walk puts into variables, and where the service is. */
  get #environment(): Readonly<Record<string, string>> {
    const identity = { AUTH: `Authorization: Bearer ${this.key}`, BERTH_KEY: this.key };
    return { ...identity, BERTH_URL: this.api.url, HOME: this.#folder };
  }

  async #runByShell(text: string): Promise<Ran> {
    const path = `${join(this.#folder, 'programs')}${delimiter}${process.env['PATH'] ?? ''}`;
    const child = startProgram('sh', ['-c', text], { cwd: this.#folder, env: { PATH: path, ...this.#environment } });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void chunks.push(String(chunk)));
    const { code } = await endOf(child);
    return { code, output: chunks.join('') };
  }

  /** What a page calls RUN is the newest run, OPERATION the newest operation, RESULT the newest of `weekly`. */
  async #withIds(command: string): Promise<string> {
    if (/\bDECISION\b/.test(command)) this.#decision ??= await this.#newest('decisions?pod=shop/api');
    const cluster = command.includes('-c demo') ? '../demo/' : '';
    const run = /\bRUN\b/.test(command) ? await this.#newest(`${cluster}runs`) : '';
    const operation = /\bOPERATION\b/.test(command) ? await this.#newest('../../operations') : '';
    const results = /\b(RESULT|EARLIER)\b/.test(command) ? await this.#results() : [];
    return (
      command
        .replace('2026-11-01T00:00:00Z', this.edge)
        // The beginning of this second may be before the cluster was created.
        .replace('$(date -u +%Y-%m-%dT%H:%M:%SZ)', new Date().toISOString())
        .replace(/\$?\bDECISION\b/, this.#decision ?? '')
        .replace(/\bRUN\b/, run)
        .replace(/\bOPERATION\b/, operation)
        .replace(/\bRESULT\b/, results[0] ?? '')
        .replace(/\bEARLIER\b/, results[1] ?? '')
    );
  }

  /** Of the schedule `weekly`, newest first. */
  async #results(): Promise<string[]> {
    const { body } = await this.api.get('/v1/schedules/weekly/results').set(bearer(this)).expect(200);
    return (body as { items: { id: string }[] }).items.map(({ id }) => id);
  }

  async #newest(list: string): Promise<string> {
    const { pathname, search } = new URL(list, `${this.api.url}/v1/clusters/prod/`);
    const { body } = await this.api
      .get(pathname + search)
      .set(bearer(this))
      .expect(200);
    return (body as { items: { id: string }[] }).items[0]?.id ?? '';
  }
}

/** What curl ends with: a refusal is a failure to it, and to `set -e`. */
function codeOf(answer: string): number {
  return /"type":"\/docs\/errors#|"status":"Failure"/.test(answer) ? 22 : 0;
}
