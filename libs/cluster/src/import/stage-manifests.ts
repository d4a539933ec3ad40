import type { Transaction } from '#database';
import { exactnessProblems, findKind, readManifests, type ManifestProblem } from '#kubernetes';
import { ok, refuse, type ImportItem, type Outcome } from '../outcome/index.js';
import { itemOf } from './import-item.js';
import { createStaging, stage, type StagedObject } from './staging.store.js';

/** What is known of the input before anything is merged. */
export interface StagingReport {
  readonly rejected: ImportItem[];
  readonly ignored: ImportItem[];
}

/** Reads manifests as they arrive into the staging table; what cannot be kept at all is reported and left out. */
export async function stageManifests(
  tx: Transaction,
  manifests: AsyncIterable<Uint8Array | string>,
): Promise<Outcome<StagingReport>> {
  const reader = new StagingReader();
  await createStaging(tx);
  await stage(tx, reader.read(manifests));
  const { unreadable } = reader;
  return unreadable === undefined ? ok(reader.report) : refuse({ kind: 'ManifestsUnreadable', ...unreadable });
}

/** Each is named, and the names are in memory: a hundred million times `{}` would be too many. */
const MOST_NAMED = 100_000;

class StagingReader {
  readonly report: StagingReport = { rejected: [], ignored: [] };
  /** What ended the input before its end. */
  unreadable: ManifestProblem | undefined;

  async *read(manifests: AsyncIterable<Uint8Array | string>): AsyncIterable<StagedObject> {
    let problem: { readonly index: number; readonly problem: ManifestProblem } | undefined;
    for await (const item of readManifests(manifests)) {
      // Only a problem that something follows is one of a single item.
      if (problem !== undefined) this.report.rejected.push(itemOf(problem.index, {}, problem.problem));
      problem = 'problem' in item ? item : undefined;
      if ('object' in item && this.#keeps(item.index, item.object)) yield item;
      if (this.report.rejected.length + this.report.ignored.length > MOST_NAMED) {
        this.unreadable = {
          message: `more than ${MOST_NAMED} objects are wrong or of kinds that are not kept`,
          ...('line' in item ? { line: item.line } : {}),
        };
        return;
      }
    }
    this.unreadable = problem?.problem;
  }

  /** What has no kind is kept for admission to judge, with everything else that is wrong with it. */
  #keeps(index: number, object: Record<string, unknown>): boolean {
    const inexact = exactnessProblems(object);
    for (const problem of inexact) this.report.rejected.push(itemOf(index, object, problem));
    if (inexact.length > 0) return false;
    const { apiVersion, kind } = object;
    if (typeof apiVersion !== 'string' || typeof kind !== 'string' || findKind(apiVersion, kind) !== undefined)
      return true;
    this.report.ignored.push(itemOf(index, object, { message: `kind ${kind} of ${apiVersion} is not kept` }));
    return false;
  }
}
