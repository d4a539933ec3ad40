import type { ClusterService } from '#cluster';
import type { ProofService } from '#history';
import type { ExportFiles } from '#integrity';
import type { ExportService } from '#transfer';

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
