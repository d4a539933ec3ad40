import type { Caller, Database } from '#database';
import { asWriter, ok, type Outcome } from '#requests';
import { ImportLane } from './import-lane.js';
import type { ImportReport } from './import-report.js';
import type { ImportRequest } from './import.service.js';

const CLUSTER = '0197a000-0000-7000-8000-000000000001';
const CALLER = { team: 'a' } as Caller;

/** Imports that write down what happens, and merge when they have read everything. */
class Scene {
  readonly happened: string[] = [];
  readonly database = {} as Database;
  readonly #imports: ImportLane;

  constructor({ isRefused = false, deadlineMs }: { readonly isRefused?: boolean; readonly deadlineMs?: number } = {}) {
    const readAll = async (_: Caller, request: ImportRequest): Promise<Outcome<ImportReport>> => {
      let name = '';
      for await (const piece of request.manifests) {
        name = String(piece);
        this.happened.push(`staged ${name}`);
        if (isRefused) return ok({} as ImportReport);
      }
      this.happened.push(`merges ${name}`);
      await turns();
      this.happened.push(`merged ${name}`);
      return ok({} as ImportReport);
    };
    this.#imports = new ImportLane({ import: readAll }, this.database, deadlineMs);
  }

  async import(name: string): Promise<void> {
    const manifests = (async function* () {
      yield await Promise.resolve(name);
    })();
    await this.#imports.import(CALLER, { cluster: CLUSTER, manifests, onError: 'abort' });
  }

  write(name: string, work: () => Promise<void> = turns): Promise<void> {
    return asWriter(this.database, CLUSTER, async () => {
      await work();
      this.happened.push(`wrote ${name}`);
    });
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

test('an import merges behind the writers that came before it, and before those that come after it', async () => {
  const scene = new Scene();
  const before = scene.write('before');
  const imported = scene.import('a');
  await turns();
  const after = scene.write('after');
  await Promise.all([before, imported, after]);
  expect(scene.happened).toEqual(['staged a', 'wrote before', 'merges a', 'merged a', 'wrote after']);
});

test('a writer waits for one import at most', async () => {
  const scene = new Scene();
  const before = scene.write('before');
  const imports = [scene.import('a'), scene.import('b')];
  await turns();
  await Promise.all([before, ...imports, scene.write('after')]);
  const ends = scene.happened.filter((line) => !line.startsWith('staged') && !line.startsWith('merges'));
  expect(ends).toEqual(['wrote before', 'merged a', 'wrote after', 'merged b']);
});

test('an import that ends before its last byte takes no turn', async () => {
  const scene = new Scene({ isRefused: true });
  let end = (): void => undefined;
  const before = scene.write('before', () => new Promise((resolve) => (end = resolve)));
  await scene.import('a');
  expect(scene.happened).toEqual(['staged a']);
  end();
  await before;
});

test('an import that has waited for as long as may be goes on: the database decides', async () => {
  const scene = new Scene({ deadlineMs: 2 });
  let end = (): void => undefined;
  const before = scene.write('before', () => new Promise((resolve) => (end = resolve)));
  await scene.import('a');
  end();
  await before;
  expect(scene.happened).toEqual(['staged a', 'merges a', 'merged a', 'wrote before']);
});
