import { type ClusterService, type ExportService } from '#cluster';
import { type Caller } from '#access';
import { ok, type Outcome, refuse } from '#requests';
import type { ProofService } from '#history';
import type { ExportFiles } from '#integrity';
import type { Operation, OperationControl, OperationService } from '#operations';
import type { z } from 'zod';
import { type SentFile, withoutUndefined } from '../../ground/http/index.js';
import { listAsJson } from '../imports/index.js';
import type { exportBody } from './export-file.schema.js';

/** What an export into a file comes to. */
export interface WrittenExport {
  /** What it is to be called. */
  readonly name: string;
  /** Of what is in it, which is compressed. */
  readonly type: 'application/json' | 'application/x-ndjson';
  /** Compressed; a decimal integer. */
  readonly bytes: string;
  /** Of the file as it is; hexadecimal. */
  readonly sha256: string;
  /** The version of what its caller saw of the cluster when it was asked for. */
  readonly visibility: string;
}

type Asked = z.output<typeof exportBody>;

/** What is written. */
interface Written extends Pick<WrittenExport, 'name' | 'visibility'> {
  readonly id: string;
  readonly asked: Asked;
}

/** Creates exports and finds them. They do not wait for a slot of those that are streamed. */
export class ExportSources {
  readonly clusters: ClusterService;
  readonly exports: ExportService;
  readonly proofs: ProofService;
  readonly files: ExportFiles;

  constructor({ clusters, exports, proofs, files }: ExportSources) {
    this.clusters = clusters;
    this.exports = exports;
    this.proofs = proofs;
    this.files = files;
  }
}

/** Exports into files, as operations. */
export class ExportOperations {
  constructor(
    private readonly operations: OperationService,
    private readonly sources: ExportSources,
  ) {}

  async begin(caller: Caller, cluster: string, asked: Asked): Promise<Outcome<Operation>> {
    const found = await this.sources.clusters.get(caller, withoutUndefined({ cluster, at: asked.at }));
    if (found.refused) return found;
    const { id, name } = found.value;
    const version = await this.sources.clusters.version(caller, id);
    if (version.refused) return version;
    const visibility = version.value.seen;
    return this.operations.begin(caller, {
      kind: 'export',
      cluster: id,
      request: { cluster, ...asked },
      total: 1,
      unit: 'files',
      work: (control) => this.#write({ ...caller, signal: control.signal }, { id, name, asked, visibility }, control),
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
      ? none('it is not on this server')
      : ok({ name, sha256, bytes: String(file.value.bytes), content: file.value.content });
  }

  async #write(
    caller: Caller,
    { id, name, asked, visibility }: Written,
    { id: operation, signal, tell }: OperationControl,
  ): Promise<Outcome<WrittenExport>> {
    let written: Outcome<WrittenExport> | undefined;
    const write = async (text: AsyncIterable<string>): Promise<void> => {
      const told = (bytes: number): void => {
        tell({ done: 0, message: `${bytes} bytes, not compressed` });
      };
      const file = await this.sources.files.write(operation, text, { signal, told });
      written = file.refused
        ? file
        : ok({ ...namesOf(name, asked), bytes: String(file.value.bytes), sha256: file.value.sha256, visibility });
    };
    const read = await this.#read(caller, { id, asked, write });
    if (read.refused) return read;
    if (written === undefined) throw new Error('an export was not handed out');
    return written;
  }

  #read(
    caller: Caller,
    {
      id: cluster,
      asked: { what, kinds, at, fromRevision, toRevision },
      write,
    }: { readonly id: string; readonly asked: Asked; readonly write: (text: AsyncIterable<string>) => Promise<void> },
  ): Promise<Outcome<void>> {
    if (what === 'manifests')
      return this.sources.exports.export(caller, withoutUndefined({ cluster, kinds, at }), (exported) =>
        write(listAsJson(exported)),
      );
    const range = { from: fromRevision && BigInt(fromRevision), to: toRevision && BigInt(toRevision) };
    return this.sources.proofs.ledger(caller, cluster, {
      ...(range.from ? { from: range.from } : {}),
      ...(range.to ? { to: range.to } : {}),
      consume: write,
    });
  }
}

function namesOf(cluster: string, { what }: Asked): Pick<WrittenExport, 'name' | 'type'> {
  return what === 'manifests'
    ? { name: `${cluster}.json.gz`, type: 'application/json' }
    : { name: `${cluster}.ndjson.gz`, type: 'application/x-ndjson' };
}
