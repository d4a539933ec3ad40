import type { Caller } from '#access';
import type { ClusterService } from '#cluster';
import type { AskedOperation, Operation, OperationControl, OperationService, Task } from '#operations';
import { ok, type IdempotentRequest, type Outcome } from '#requests';
import type { ImportReport, ImportRequest, ImportService } from '#transfer';
import type { BackgroundWork } from '../operations/index.js';
import type { ImportFiles } from './import-files.js';

/** How manifests are imported. */
export type ImportOptions = Omit<ImportRequest, 'cluster' | 'manifests' | 'idempotency'>;

/** Manifests that arrive. */
export interface Arriving {
  readonly manifests: ImportRequest['manifests'];
  /** The key of the request, of what must be the same where the key is. */
  readonly keyed: (request: object) => { readonly idempotency?: IdempotentRequest };
}

/** What a background import was asked for. */
interface AskedImport extends ImportOptions {
  readonly cluster: string;
  readonly sha256: string;
}

/** Keys of the imports themselves, each called as its operation: one that is begun again finds that it was done. */
const DONE_AS = 'importInBackground';

/** Imports that no client waits for: their manifests are stored, and any process imports them as a job. */
export class ImportOperations {
  constructor(
    private readonly operations: OperationService,
    private readonly clusters: ClusterService,
    private readonly files: ImportFiles,
  ) {}

  /** Answers when the manifests are stored. */
  async begin(
    caller: Caller,
    { cluster, ...options }: ImportOptions & { readonly cluster: string },
    { manifests, keyed }: Arriving,
  ): Promise<Outcome<Operation>> {
    const found = await this.clusters.get(caller, { cluster });
    if (found.refused) return found;
    const id = await this.operations.newId();
    const received = await this.files.receive(id, manifests);
    if (received.refused) return received;
    const { bytes, sha256 } = received.value;
    const request: AskedImport = { cluster, ...options, sha256 };
    const task = { kind: 'import', cluster: found.value.id, request, total: bytes, unit: 'bytes' } as const;
    const begun = await this.operations.begin(caller, task, { id, ...keyed(request) });
    if (begun.refused || begun.value.id !== id) await this.files.remove(id);
    return begun;
  }
}

/** What imports do as jobs. */
export class ImportTasks {
  constructor(
    private readonly imports: ImportService,
    private readonly files: ImportFiles,
  ) {}

  /** What an import does that was asked for. */
  taskOf(caller: Caller, { cluster: asCluster, request }: AskedOperation): Outcome<Pick<Task<ImportReport>, 'work'>> {
    const { cluster: asNamed, sha256: _, ...options } = request as AskedImport;
    const asked = { cluster: asCluster ?? asNamed, ...options };
    return ok({ work: (control) => this.#import({ ...caller, signal: control.signal }, asked, control) });
  }

  async #import(
    caller: Caller,
    asked: ImportOptions & { readonly cluster: string },
    { id, tell }: OperationControl,
  ): Promise<Outcome<ImportReport>> {
    const manifests = await this.files.open(id, (done) => {
      tell({ done, message: 'reading manifests' });
    });
    if (manifests.refused) return manifests;
    const idempotency = { key: id, operation: DONE_AS, request: {} };
    return this.imports.import(caller, { ...asked, manifests: manifests.value, idempotency });
  }
}

/** The same, as the jobs find it. */
export const importWork: BackgroundWork = {
  kind: 'import',
  uses: { tasks: ImportTasks },
  taskOf: async ({ tasks }, caller, asked) => (tasks as ImportTasks).taskOf(caller, asked),
};
