import { inWriteLane } from '#cluster';
import type { Caller, Database } from '#database';
import { Busy, Deadline, DEADLINE_MS, underMutex, type Outcome } from '#requests';
import type { ImportReport } from './import-report.js';
import type { ImportRequest, ImportService } from './import.service.js';

type Imports = Pick<ImportService, 'import'>;

/**
 * Imports that take their turn among the writers of their cluster in this process, wherever `imports` does the work: an
 * import would otherwise stand in the queue of the database, where of the other writers one stands at a time, and pass
 * all of them. The end of the manifests is withheld until the import has the mutex: everything is staged by then, and
 * the import holds the mutex while it merges. Of the imports into a cluster one at a time waits for the mutex.
 */
export class ImportLane implements Imports {
  constructor(
    private readonly imports: Imports,
    private readonly database: Database,
    private readonly deadlineMs = DEADLINE_MS,
  ) {}

  async import(caller: Caller, request: ImportRequest): Promise<Outcome<ImportReport>> {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const atEnd = (): Promise<void> => this.#turn(caller, request.cluster, ended);
    try {
      return await this.imports.import(caller, { ...request, manifests: withheldEnd(request.manifests, atEnd) });
    } finally {
      end();
    }
  }

  /** Resolves when the import may merge; it holds the mutex until `ended`. */
  #turn(caller: Caller, cluster: string, ended: Promise<void>): Promise<void> {
    return new Promise((begin, reject) => {
      const hold = (): Promise<void> => {
        begin();
        return ended;
      };
      const amongWriters = (): Promise<void> =>
        inWriteLane(this.database, caller, { cluster, deadline: new Deadline(this.deadlineMs) }, hold);
      const key = `import ${caller.team} ${cluster.toLowerCase()}`;
      const deadline = new Deadline(2 * this.deadlineMs);
      underMutex(this.database, key, amongWriters, { deadline }).catch((error: Error) => {
        // The database decides in any case: an import that has waited in vain waits there with the others.
        if (Busy.is(error)) begin();
        else reject(error);
      });
    });
  }
}

async function* withheldEnd<Piece>(pieces: AsyncIterable<Piece>, atEnd: () => Promise<void>): AsyncIterable<Piece> {
  yield* pieces;
  await atEnd();
}
