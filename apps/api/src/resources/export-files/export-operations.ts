import type { Caller } from '#access';
import { ok, type Outcome, refuse } from '#requests';
import type { Operation, OperationService } from '#operations';
import { type SentFile, withoutUndefined } from '../../ground/http/index.js';
import type { ExportSources } from './export-sources.js';
import type { ExportAsked, WrittenExport } from './export-writer.js';

/** Exports into files, as operations. */
export class ExportOperations {
  constructor(
    private readonly operations: OperationService,
    private readonly sources: ExportSources,
  ) {}

  async begin(caller: Caller, cluster: string, asked: ExportAsked): Promise<Outcome<Operation>> {
    const found = await this.sources.clusters.get(caller, withoutUndefined({ cluster, at: asked.at }));
    if (found.refused) return found;
    return this.operations.begin(caller, {
      kind: 'export',
      cluster: found.value.id,
      request: { cluster, ...asked },
      total: 1,
      unit: 'files',
    });
  }

  /** What an export that has succeeded wrote, for callers who see as much of the cluster as when it was asked for. */
  async written(caller: Caller, id: string): Promise<Outcome<WrittenExport & { readonly operation: string }>> {
    const found = await this.operations.get(caller, id);
    if (found.refused) return found;
    const { kind, state, result, cluster } = found.value;
    const none = (reason: string) => refuse({ kind: 'OperationFileNotFound', operation: id, reason });
    if (kind !== 'export') return none(`it is a ${kind}`);
    if (state !== 'succeeded') return none(`it is ${state}`);
    const written = result as WrittenExport;
    const version = cluster === null ? undefined : await this.sources.clusters.version(caller, cluster);
    // Of a cluster that was deleted meanwhile its team still has the file.
    if (version?.refused === false && version.value.seen !== written.visibility)
      return none('what its caller sees of the cluster has changed since; export again');
    return ok({ ...written, operation: found.value.id });
  }

  /** Its file. */
  async open(caller: Caller, id: string): Promise<Outcome<SentFile>> {
    const written = await this.written(caller, id);
    if (written.refused) return written;
    const { operation, name, sha256 } = written.value;
    const file = await this.sources.files.open(operation);
    if (file.refused) return file;
    return file.value === undefined
      ? refuse({ kind: 'OperationFileNotFound', operation, reason: 'it is not stored any more' })
      : ok({ name, sha256, bytes: String(file.value.bytes), content: file.value.content });
  }
}
