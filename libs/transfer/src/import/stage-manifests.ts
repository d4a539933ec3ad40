import type { Transaction } from '#database';
import { convertOldVersion, readManifests, type Manifest, type ManifestProblem } from '#api-server';
import { exactnessProblems } from '#apimachinery';
import { fieldWarnings } from '#kubernetes-schema';
import { findKind } from '#kubernetes';
import { ok, refuse, type Outcome } from '#requests';
import { IgnoredKinds, whyIgnored } from './ignored-kinds.js';
import { dropRedactedUid } from './drop-redacted-uid.js';
import { itemOf } from './import-item.js';
import { ItemList } from './item-list.js';
import { createStaging, stage, type StagedObject } from './staging.store.js';

/** What is known of the input before anything is merged. */
export interface StagingReport {
  readonly rejected: ItemList;
  readonly ignored: ItemList;
  readonly ignoredKinds: IgnoredKinds;
  /** Fields that are not stored as they were written. */
  readonly faults: ItemList;
  /** What was changed in objects before they were admitted. */
  readonly changed: ItemList;
}

/** Reads manifests as they arrive into the staging table; what cannot be stored at all is reported and left out. */
export async function stageManifests(
  tx: Transaction,
  manifests: AsyncIterable<Uint8Array | string>,
): Promise<Outcome<StagingReport>> {
  const reader = new StagingReader();
  await createStaging(tx);
  await stage(tx, reader.read(manifests));
  const { unreadable, report } = reader;
  if (unreadable !== undefined) return refuse({ kind: 'ManifestsUnreadable', ...unreadable });
  if (reader.kept > 0 || report.rejected.count > 0) return ok(report);
  const kinds = report.ignoredKinds.reported.map(({ count, message }) =>
    count === 1 ? message : `${message} (${count} objects)`,
  );
  return refuse({ kind: 'NothingToImport', ignored: report.ignored.refused, total: report.ignored.count, kinds });
}

/** What looks like this is no list of manifests: a hundred million times `{}` is not read to its end. */
const MOST_LEFT_OUT = 100_000;
const MOST_WITHOUT_KIND = 10_000;

class StagingReader {
  readonly report: StagingReport = {
    rejected: new ItemList(),
    ignored: new ItemList(),
    ignoredKinds: new IgnoredKinds(),
    faults: new ItemList(),
    changed: new ItemList(),
  };
  /** Objects that are left for the merge. */
  kept = 0;
  #withoutKind = 0;
  /** What ended the input before its end. */
  unreadable: (ManifestProblem & { readonly index?: number }) | undefined;

  async *read(manifests: AsyncIterable<Uint8Array | string>): AsyncIterable<StagedObject> {
    let problem: { readonly index: number; readonly problem: ManifestProblem } | undefined;
    for await (const item of readManifests(manifests, { lastKeyCounts: true })) {
      // Only a problem that something follows is one of a single item.
      if (problem !== undefined) this.report.rejected.add(itemOf(problem.index, {}, problem.problem));
      problem = 'problem' in item ? item : undefined;
      if ('object' in item && this.#keeps(item.index, item.object)) {
        this.#judgeDuplicates(item);
        this.kept += 1;
        yield item;
      }
      const endless = this.#endless();
      if (endless !== undefined) {
        this.unreadable = { message: endless, ...('line' in item ? { line: item.line } : {}) };
        return;
      }
    }
    if (problem !== undefined) this.unreadable = { ...problem.problem, index: problem.index };
  }

  #judgeDuplicates({ index, object, duplicates }: Extract<Manifest, { readonly object: unknown }>): void {
    for (const fault of fieldWarnings(duplicates, [])) this.report.faults.add(itemOf(index, object, fault));
  }

  #endless(): string | undefined {
    const { rejected, ignored } = this.report;
    if (rejected.count + ignored.count > MOST_LEFT_OUT)
      return `more than ${MOST_LEFT_OUT} objects are wrong or of kinds that are not kept`;
    return this.#withoutKind > MOST_WITHOUT_KIND ? `more than ${MOST_WITHOUT_KIND} objects have no kind` : undefined;
  }

  /** An object without a kind is staged for admission to judge, with everything else that is wrong with it. */
  #keeps(index: number, object: Record<string, unknown>): boolean {
    const inexact = exactnessProblems(object);
    for (const problem of inexact) this.report.rejected.add(itemOf(index, object, problem));
    if (inexact.length > 0) return false;
    const changes = [...convertOldVersion(object), ...dropRedactedUid(object)];
    const { apiVersion, kind } = object;
    if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
      this.#withoutKind += 1;
      return true;
    }
    if (findKind(apiVersion, kind) !== undefined) {
      for (const change of changes) this.report.changed.add(itemOf(index, object, change));
      return true;
    }
    this.report.ignored.add(itemOf(index, object, { message: whyIgnored(apiVersion, kind) }));
    this.report.ignoredKinds.add(apiVersion, kind);
    return false;
  }
}
