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

  /** The file of an export that has succeeded, for callers who see as much of the cluster as when it was asked for. */
  async open(caller: Caller, id: string): Promise<Outcome<SentFile>> {
    const found = await this.operations.get(caller, id);
    if (found.refused) return found;
    const { kind, state, result, cluster } = found.value;
    const none = (reason: string) => refuse({ kind: 'OperationFileNotFound', operation: id, reason });
    if (kind !== 'export') return none(`it is a ${kind}`);
    if (state !== 'succeeded') return none(`it is ${state}`);
    const { name, sha256, visibility } = result as WrittenExport;
    const version = cluster === null ? undefined : await this.sources.clusters.version(caller, cluster);
    // Of a cluster that was deleted meanwhile its team still has the file.
    if (version?.refused === false && version.value.seen !== visibility)
      return none('what its caller sees of the cluster has changed since; export again');
    const file = await this.sources.files.open(found.value.id);
    if (file.refused) return file;
    return file.value === undefined
      ? none('it is not stored any more')
      : ok({ name, sha256, bytes: String(file.value.bytes), content: file.value.content });
  }
}
