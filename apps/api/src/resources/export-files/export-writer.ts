import type { Caller } from '#access';
import { ok, type Outcome } from '#requests';
import type { AskedOperation, OperationControl, Task } from '#operations';
import type { z } from 'zod';
import { withoutUndefined } from '../../ground/http/index.js';
import type { BackgroundWork } from '../operations/index.js';
import { listAsJson } from '../imports/index.js';
import { exportBody } from './export-file.schema.js';
import type { ExportSources } from './export-sources.js';

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
  /** The version of what its caller saw of the cluster when it was written. */
  readonly visibility: string;
}

/** What is exported. */
export type ExportAsked = z.output<typeof exportBody>;

/** What is written. */
interface Written extends Pick<WrittenExport, 'name' | 'visibility'> {
  readonly id: string;
  readonly asked: ExportAsked;
}

/** Writes exports into files. */
export class ExportWriter {
  constructor(private readonly sources: ExportSources) {}

  /** What an export does that was asked for. */
  async taskOf(
    caller: Caller,
    { cluster: asCluster, request }: AskedOperation,
  ): Promise<Outcome<Pick<Task<WrittenExport>, 'work'>>> {
    const { cluster: asNamed, ...rest } = request as { readonly cluster: string };
    const asked = exportBody.parse(rest);
    const found = await this.sources.clusters.get(
      caller,
      withoutUndefined({ cluster: asCluster ?? asNamed, at: asked.at }),
    );
    if (found.refused) return found;
    const { id, name } = found.value;
    const version = await this.sources.clusters.version(caller, id);
    if (version.refused) return version;
    const written = { id, name, asked, visibility: version.value.seen };
    return ok({ work: (control) => this.#write({ ...caller, signal: control.signal }, written, control) });
  }

  async #write(
    caller: Caller,
    { id, name, asked, visibility }: Written,
    { id: operation, signal, tell }: OperationControl,
  ): Promise<Outcome<WrittenExport>> {
    let written: Outcome<WrittenExport> | undefined;
    const write = async (text: AsyncIterable<string>): Promise<void> => {
      const reported = (bytes: number): void => {
        tell({ done: 0, message: `${bytes} bytes, not compressed` });
      };
      const file = await this.sources.files.write(operation, text, { signal, reported });
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
    }: {
      readonly id: string;
      readonly asked: ExportAsked;
      readonly write: (text: AsyncIterable<string>) => Promise<void>;
    },
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

/** What exports do as jobs. */
export const exportWork: BackgroundWork = {
  kind: 'export',
  uses: { writer: ExportWriter },
  taskOf: ({ writer }, caller, asked) => (writer as ExportWriter).taskOf(caller, asked),
};

function namesOf(cluster: string, { what }: ExportAsked): Pick<WrittenExport, 'name' | 'type'> {
  return what === 'manifests'
    ? { name: `${cluster}.json.gz`, type: 'application/json' }
    : { name: `${cluster}.ndjson.gz`, type: 'application/x-ndjson' };
}
