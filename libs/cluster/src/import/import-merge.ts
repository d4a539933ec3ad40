import type { Transaction } from '#database';
import { admit, findKind, isJsonObject } from '#kubernetes';
import type { AdmissionLookups } from '../admission/index.js';
import type { Draft } from '../changes/index.js';
import { importedObject, same } from '../objects/index.js';
import type { ImportItem } from '../outcome/index.js';
import { ItemList } from './item-list.js';
import {
  duplicateUid,
  findMany,
  keyOf,
  type UidOwner,
  type Manifest,
  namesOf,
  type StoredObject,
} from '../rows/index.js';
import { findSharedUids } from './shared-uids.queries.js';
import { importLookups } from './import-lookups.js';
import { itemOf } from './import-item.js';
import type { ImportReport } from './import-report.js';
import type { StagingReport } from './stage-manifests.js';
import { danglingNodes } from './dangling-references.queries.js';
import type { StagedObject } from './staging.store.js';

interface MergeContext {
  readonly tx: Transaction;
  readonly clusterId: string;
  readonly draft: Draft;
  readonly report: StagingReport;
}

/** Drafts what staged objects make of the state, batch by batch; references are judged when all of them are in. */
export class ImportMerge {
  readonly #counts = { created: 0, updated: 0, unchanged: 0 };
  readonly #warnings = new ItemList();
  /** Pods on nodes that have not been seen, each with what is said of it should its node never come. */
  readonly #bound: { readonly item: ImportItem; readonly node: string }[] = [];

  private constructor(
    private readonly context: MergeContext,
    private readonly lookups: AdmissionLookups,
    private readonly nodes: Set<string>,
    private readonly sharedUids: ReadonlyMap<number, UidOwner>,
  ) {}

  static async start(context: MergeContext): Promise<ImportMerge> {
    const lookups = await importLookups(context.tx, context.clusterId);
    const { tx, clusterId } = context;
    const nodes = await namesOf(tx, clusterId, 'nodes');
    return new ImportMerge(context, lookups, nodes, await findSharedUids(tx, clusterId));
  }

  /** Drafts a batch. What it does must be flushed before the next one, which looks at the rows. */
  async add(batch: readonly StagedObject[]): Promise<void> {
    const { tx, clusterId } = this.context;
    const admittedOnes = batch.flatMap((staged) => this.#admit(staged));
    const present = await findMany(tx, clusterId, admittedOnes);
    for (const object of admittedOnes) this.#put(object, present.get(keyOf(object)));
  }

  /** Judges what the objects refer to, when all of them are in. */
  async finish(): Promise<Omit<ImportReport, 'revision'>> {
    const { tx, clusterId, report } = this.context;
    const dangling = await danglingNodes(
      tx,
      clusterId,
      this.#bound.map(({ node }) => node),
    );
    for (const { item, node } of this.#bound) if (dangling.has(node)) this.#warnings.add(item);
    return {
      ...this.#counts,
      warnings: this.#warnings.told,
      rejected: report.rejected.told,
      ignored: report.ignored.told,
    };
  }

  #admit({ index, object }: StagedObject): Manifest[] {
    const result = admit(withNamespace(object), { operation: 'import', ...this.lookups });
    if ('problems' in result) {
      for (const problem of result.problems) this.context.report.rejected.add(itemOf(index, object, problem));
      return [];
    }
    const admittedObject = result.object as Manifest;
    const owner = this.sharedUids.get(index);
    if (owner !== undefined) {
      const message = duplicateUid(admittedObject.metadata.uid ?? '', owner);
      this.context.report.rejected.add(itemOf(index, admittedObject, { field: 'metadata.uid', message }));
      return [];
    }
    for (const { field, kind, name } of result.unresolved) {
      this.#warnings.add(
        itemOf(index, admittedObject, {
          field,
          message: `${kind} ${JSON.stringify(name)} is not there; the pod is kept without what it would say`,
        }),
      );
    }
    const node = admittedObject.kind === 'Pod' ? (admittedObject.spec as { nodeName?: string }).nodeName : undefined;
    if (admittedObject.kind === 'Node') this.nodes.add(admittedObject.metadata.name);
    if (node && !this.nodes.has(node))
      this.#bound.push({
        item: itemOf(index, admittedObject, { field: 'spec.nodeName', message: missingNode(node) }),
        node,
      });
    return [admittedObject];
  }

  #put(object: Manifest, present: StoredObject | undefined): void {
    const { draft } = this.context;
    // The input may have an object twice.
    const drafted = draft.find(object);
    const old = drafted === undefined || drafted === 'gone' ? present?.object : drafted.object;
    const next = importedObject(object, old, draft.at);
    if (old === undefined) {
      this.#counts.created++;
      draft.create(next);
    } else if (same(next, old)) {
      this.#counts.unchanged++;
    } else {
      this.#counts.updated++;
      draft.update(next, present?.createdPosition ?? draft.head.position);
    }
  }
}

function missingNode(node: string): string {
  return `node ${JSON.stringify(node)} is not there; the pod is kept as bound to it`;
}

/** kubectl leaves the namespace out of what lives in `default`. */
function withNamespace(object: Record<string, unknown>): Record<string, unknown> {
  const { apiVersion, kind, metadata } = object;
  if (!isJsonObject(metadata) || metadata['namespace'] || !isNamespaced(apiVersion, kind)) return object;
  return { ...object, metadata: { ...metadata, namespace: 'default' } };
}

function isNamespaced(apiVersion: unknown, kind: unknown): boolean {
  return typeof apiVersion === 'string' && typeof kind === 'string' && findKind(apiVersion, kind)?.namespaced === true;
}
