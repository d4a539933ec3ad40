import type { Transaction } from '#database';
import { admit, findKind, isJsonObject } from '#kubernetes';
import { readBudgets } from '../budgets/index.js';
import {
  type AdmissionLookups,
  changeOf,
  countsForBudgets,
  findMany,
  importedObject,
  keyOf,
  type Manifest,
  namesOf,
  newNamespace,
  replaceMany,
  same,
  type StoredObject,
  writeMany,
} from '../objects/index.js';
import type { Change, RevisionWriter } from '../changes/index.js';
import type { ImportItem } from '../outcome/index.js';
import { importLookups } from './import-lookups.js';
import { itemOf } from './import-item.js';
import type { ImportReport } from './import-report.js';
import type { StagingReport } from './stage-manifests.js';
import { danglingNodes } from './dangling-references.queries.js';
import type { StagedObject } from './staging.store.js';

interface MergeContext {
  readonly tx: Transaction;
  readonly clusterId: string;
  readonly revision: RevisionWriter;
  readonly report: StagingReport;
}

/** Merges staged objects into the state and the log, batch by batch; references are judged when all of them are in. */
export class ImportMerge {
  readonly #counts = { created: 0, updated: 0, unchanged: 0 };
  readonly #warnings: ImportItem[] = [];
  /** Pods on nodes that have not been seen, each with what is said of it should its node never come. */
  readonly #bound: { readonly item: ImportItem; readonly node: string }[] = [];
  /** Namespaces that something lives in. */
  readonly #inhabited = new Set<string>();
  /** Namespaces whose budgets may have to be counted again. */
  readonly #recounted = new Set<string>();

  private constructor(
    private readonly context: MergeContext,
    private readonly lookups: AdmissionLookups,
    private readonly nodes: Set<string>,
  ) {}

  static async start(context: MergeContext): Promise<ImportMerge> {
    const lookups = await importLookups(context.tx, context.clusterId);
    return new ImportMerge(context, lookups, await namesOf(context.tx, context.clusterId, 'nodes'));
  }

  async add(batch: readonly StagedObject[]): Promise<void> {
    const { tx, clusterId, revision } = this.context;
    const admittedOnes = batch.flatMap((staged) => this.#admit(staged));
    const present = await findMany(
      tx,
      clusterId,
      admittedOnes.map(({ object }) => object),
    );
    const written = new Map<string, StoredObject>();
    const changes: Change[] = [];
    const put = (op: 'create' | 'update', object: Manifest, createdPosition?: bigint): void => {
      changes.push(changeOf(op, object));
      if (countsForBudgets(object.kind)) this.#recounted.add(object.metadata.namespace ?? '');
      const position = revision.position + BigInt(changes.length);
      written.set(keyOf(object), { object, resourceVersion: position, createdPosition: createdPosition ?? position });
    };
    for (const { object } of admittedOnes) {
      const old = written.get(keyOf(object)) ?? present.get(keyOf(object));
      this.#put(importedObject(object, old?.object, tx.at), old, put);
    }
    await writeMany(tx, clusterId, { written: [...written.values()], present });
    await revision.append(changes);
  }

  /** Makes the namespaces that nobody brought, judges what the objects refer to, and counts what budgets select. */
  async finish(): Promise<Omit<ImportReport, 'revision'>> {
    const { tx, clusterId, report } = this.context;
    await this.#addNamespaces();
    await this.#followBudgets();
    const dangling = await danglingNodes(
      tx,
      clusterId,
      this.#bound.map(({ node }) => node),
    );
    const warnings = [
      ...this.#warnings,
      ...this.#bound.filter(({ node }) => dangling.has(node)).map(({ item }) => item),
    ];
    return {
      ...this.#counts,
      warnings: warnings.sort(byIndex),
      rejected: report.rejected.sort(byIndex),
      ignored: report.ignored,
    };
  }

  #admit({ index, object }: StagedObject): { readonly object: Manifest }[] {
    const result = admit(withNamespace(object), { operation: 'import', ...this.lookups });
    if ('problems' in result) {
      for (const problem of result.problems) this.context.report.rejected.push(itemOf(index, object, problem));
      return [];
    }
    const admittedObject = result.object as Manifest;
    for (const { field, kind, name } of result.unresolved) {
      this.#warnings.push(
        itemOf(index, admittedObject, {
          field,
          message: `${kind} ${JSON.stringify(name)} is not there; the pod is kept without what it would say`,
        }),
      );
    }
    const node = admittedObject.kind === 'Pod' ? (admittedObject.spec as { nodeName?: string }).nodeName : undefined;
    if (admittedObject.kind === 'Node') this.nodes.add(admittedObject.metadata.name);
    if (admittedObject.metadata.namespace !== undefined) this.#inhabited.add(admittedObject.metadata.namespace);
    if (node && !this.nodes.has(node))
      this.#bound.push({
        item: itemOf(index, admittedObject, { field: 'spec.nodeName', message: missingNode(node) }),
        node,
      });
    return [{ object: admittedObject }];
  }

  async #addNamespaces(): Promise<void> {
    const { tx, clusterId, revision } = this.context;
    const present = await namesOf(tx, clusterId, 'namespaces');
    const missing = [...this.#inhabited].filter((name) => !present.has(name)).map((name) => newNamespace(name, tx.at));
    const written = missing.map((object, index): StoredObject => {
      const position = revision.position + BigInt(index + 1);
      return { object, resourceVersion: position, createdPosition: position };
    });
    await writeMany(tx, clusterId, { written, present: new Map() });
    await revision.append(missing.map((object) => changeOf('create', object)));
  }

  /** The status of a budget is the server's: an import brings what it is computed from. */
  async #followBudgets(): Promise<void> {
    const { tx, clusterId, revision } = this.context;
    const outdated = (await readBudgets(tx, clusterId, [...this.#recounted])).outdated();
    const written = outdated.map(({ object, createdPosition }, index): StoredObject => ({
      object,
      resourceVersion: revision.position + BigInt(index + 1),
      createdPosition,
    }));
    await replaceMany(tx, clusterId, written);
    await revision.append(outdated.map(({ object }) => changeOf('update', object)));
  }

  #put(
    object: Manifest,
    old: StoredObject | undefined,
    put: (op: 'create' | 'update', object: Manifest, created?: bigint) => void,
  ): void {
    if (old === undefined) {
      this.#counts.created++;
      put('create', object);
    } else if (same(object, old.object)) {
      this.#counts.unchanged++;
    } else {
      this.#counts.updated++;
      put('update', object, old.createdPosition);
    }
  }
}

function byIndex(a: ImportItem, b: ImportItem): number {
  return a.index - b.index;
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
