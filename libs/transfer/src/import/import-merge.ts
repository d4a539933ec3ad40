import { TimeSlice, type Transaction } from '#database';
import { type Sight, withUnseen } from '#access';
import { isJsonObject } from '#json';
import { admit, faultsOf, fractionsOfBytes, type Mutation } from '#kubernetes';
import { aggregateText } from '#apimachinery';
import { fieldWarnings } from '#kubernetes-schema';
import { mistakenObject, scopesText, usageText } from '#api-server';
import { type Permits, importedObject, isObserved, type Given, type Forbidden } from '#cluster';
import { ItemList } from './item-list.js';
import { duplicateUid, findMany, keyOf, type UidOwner, type Manifest, namesOf, type StoredObject } from '#rows';
import { refOf, same, type AdmissionLookups, type AdmissionSettings, type Draft, type Sealer } from '#writes';
import { findSharedUids } from './shared-uids.queries.js';
import { importLookups } from './import-lookups.js';
import { ImportQuotas } from './import-quotas.js';
import { itemOf } from './import-item.js';
import type { ImportChange, ImportReport } from './import-report.js';
import { References } from './references.js';
import { findRepeatedObjects } from './repeated-objects.queries.js';
import type { StagingReport } from './stage-manifests.js';
import type { StagedObject } from './staging.store.js';
import { withNamespace } from './with-namespace.js';

interface MergeContext {
  readonly tx: Transaction;
  readonly clusterId: string;
  /** What the caller of the import sees. */
  readonly sight: Sight;
  readonly settings: AdmissionSettings;
  /** What the caller may write. */
  readonly permits: Permits;
  readonly draft: Draft;
  readonly sealer: Sealer;
  readonly report: StagingReport;
  /** The report lists what would change, object by object. */
  readonly dryRun: boolean;
  /** Objects that would exceed a quota are rejected. */
  readonly enforces: boolean;
  /** Of nodes with a uid, fields that are wrong are left out in the place of the node. */
  readonly keepsNodes: boolean;
}

/** What is known of the input before its first object is merged. */
interface Before {
  readonly lookups: AdmissionLookups;
  readonly references: References;
  readonly sharedUids: ReadonlyMap<number, UidOwner>;
  readonly repeated: ReadonlyMap<number, number>;
  readonly quotas: ImportQuotas | undefined;
}

/** An admitted object, by its place in the input. */
interface Indexed extends Given {
  readonly index: number;
  /** The uid that it got here, because it is found by it: an object that is there has its own. */
  readonly drawnUid: string | undefined;
  readonly mutations: readonly Mutation[];
}

/** Changes that a dry run tells by name. */
const MOST_CHANGES = 1_000;

/** Objects that admission forbade, for the log of refusals: the report tells of no more either. */
const MOST_FORBIDDEN = 1_000;

/** Drafts what staged objects make of the state, batch by batch; references are judged when all of them are in. */
export class ImportMerge {
  readonly #counts = { created: 0, updated: 0, unchanged: 0 };
  readonly #warnings = new ItemList();
  readonly #changes: ImportChange[] = [];
  readonly #forbidden: Forbidden[] = [];
  readonly #slice = new TimeSlice();

  private constructor(
    private readonly context: MergeContext,
    private readonly before: Before,
  ) {}

  static async start(context: MergeContext): Promise<ImportMerge> {
    const { tx, clusterId, settings } = context;
    const lookups = await importLookups(tx, clusterId, { settings, at: context.draft.at });
    const references = new References(await namesOf(tx, clusterId, 'nodes'));
    const sharedUids = await findSharedUids(tx, clusterId);
    const repeated = await findRepeatedObjects(tx);
    const quotas = context.enforces ? await ImportQuotas.start(tx, clusterId) : undefined;
    return new ImportMerge(context, { lookups, references, sharedUids, repeated, quotas });
  }

  /** What admission forbade, as far as it is stored. */
  get forbidden(): readonly Forbidden[] {
    return this.#forbidden;
  }

  /** Drafts a batch. What it does must be flushed before the next one, which looks at the rows. */
  async add(batch: readonly StagedObject[]): Promise<void> {
    const { tx, clusterId } = this.context;
    const admittedOnes: Indexed[] = [];
    for (const staged of batch) {
      admittedOnes.push(...this.#admit(staged));
      await this.#slice.yieldWhenOver();
    }
    const present = await findMany(
      tx,
      clusterId,
      admittedOnes.map(({ object }) => object),
    );
    for (const one of admittedOnes) {
      this.#put(one, present.get(keyOf(one.object)));
      await this.#slice.yieldWhenOver();
    }
  }

  /** Judges what the objects refer to, when all of them are in. */
  async finish(): Promise<Omit<ImportReport, 'revision' | 'overQuota'>> {
    const {
      tx,
      clusterId,
      report: { rejected, ignored, ignoredKinds, faults, changed },
      dryRun,
    } = this.context;
    await this.before.references.judge(tx, { clusterId, into: this.#warnings });
    const warnings = ItemList.of([faults, changed, this.#warnings]);
    return {
      ...this.#counts,
      dryRun,
      warnings: warnings.reported,
      warningCount: warnings.count,
      rejected: rejected.reported,
      rejectedCount: rejected.count,
      ignored: ignored.reported,
      ignoredCount: ignored.count,
      ignoredKinds: ignoredKinds.reported,
      ...(dryRun ? { changes: this.#changes } : {}),
    };
  }

  #admit({ index, object }: StagedObject): Indexed[] {
    const { rejected, faults } = this.context.report;
    const { lookups, references, sharedUids } = this.before;
    // The faults of an object may reveal what others have in its namespace: without write access, a caller gets none.
    if (this.#isElsewhere(index, object)) return [];
    const hint = mistakenObject(object);
    const fractions = fractionsOfBytes(object);
    // Admission fills in what is left open.
    const observed = isObserved(object);
    // A real node stays, also with invalid fields: without it, every answer is about another cluster.
    const leavesOut = this.context.keepsNodes && isRealNode(object) ? 'all' : 'immaterial';
    let drawnUid: string | undefined;
    const newUid = (): string => (drawnUid = this.context.draft.draws.uid());
    const context = { operation: 'import', onlyTells: true, leavesOut, newUid, ...lookups } as const;
    const result = admit(withNamespace(object), context);
    const unknown = fieldWarnings([], result.unknown);
    if ('problems' in result) {
      // A field that is missing is often one that is misspelt.
      for (const { field, message } of [...faultsOf(result), ...unknown])
        rejected.add(itemOf(index, object, { field, message: field === 'kind' ? message + hint : message }));
      return [];
    }
    if ('forbidden' in result) {
      rejected.add(itemOf(index, object, { message: aggregateText(faultsOf(result).map(({ message }) => message)) }));
      this.#forbid(withNamespace(object) as Manifest, { step: result.step, reasons: result.forbidden });
      return [];
    }
    const admitted = result.object as Manifest;
    if (this.#isForbidden(index, admitted)) return [];
    const owner = sharedUids.get(index);
    if (owner !== undefined) {
      const message = duplicateUid(admitted.metadata.uid ?? '', owner, this.context.sight);
      rejected.add(itemOf(index, admitted, { field: 'metadata.uid', message }));
      return [];
    }
    for (const fault of unknown) faults.add(itemOf(index, admitted, fault));
    for (const { field, kind, name } of result.unresolved) {
      const message = `${kind} ${JSON.stringify(name)} is not there; the pod is kept without what it would say`;
      this.#warnings.add(itemOf(index, admitted, { field, message }));
    }
    for (const remark of result.remarks) this.#warnings.add(itemOf(index, admitted, remark));
    for (const message of result.reported) this.#warnings.add(itemOf(index, admitted, { message }));
    for (const fraction of fractions) this.#warnings.add(itemOf(index, admitted, fraction));
    this.#warnOfRepetition(index, admitted);
    references.add(index, admitted);
    return [{ index, object: admitted, observed, drawnUid, mutations: result.mutations }];
  }

  #forbid(object: Manifest, reason: Pick<Forbidden, 'step' | 'reasons' | 'usage' | 'scopes'>): void {
    if (this.#forbidden.length >= MOST_FORBIDDEN) return;
    this.#forbidden.push({ kind: 'ObjectForbidden', object: refOf(object), ...reason });
  }

  /** Whether it is to be in a namespace that the caller may not write; what names none as a text is wrong anyway. */
  #isElsewhere(index: number, object: Record<string, unknown>): boolean {
    const placed = withNamespace(object) as unknown as Manifest;
    const { namespace } = isJsonObject(placed.metadata) ? placed.metadata : {};
    return typeof namespace === 'string' && namespace !== '' && this.#isForbidden(index, placed);
  }

  #isForbidden(index: number, object: Manifest): boolean {
    const { kind, metadata } = object;
    const refusal = this.context.permits({ kind, namespace: metadata.namespace ?? '', name: metadata.name });
    if (refusal === undefined) return false;
    const why = 'this takes the role editor, which is not held there';
    this.context.report.rejected.add(
      itemOf(index, object, { field: 'metadata.namespace', message: `Forbidden: ${why}` }),
    );
    return true;
  }

  #warnOfRepetition(index: number, object: Manifest): void {
    const first = this.before.repeated.get(index);
    if (first === undefined) return;
    const message = `object ${first} of the input is the same one: this one, object ${index}, comes later and counts`;
    this.#warnings.add(itemOf(index, object, { field: 'metadata.name', message }));
  }

  #put(admitted: Indexed, present: StoredObject | undefined): void {
    const { index, object, mutations } = admitted;
    const { draft, sealer, clusterId } = this.context;
    // The input may have an object twice.
    const drafted = draft.find(object);
    const old = drafted === undefined || drafted === 'gone' ? present?.object : drafted.object;
    const seen = { ...admitted, object: withUnseen(this.context.sight, withUidOf(old, admitted), old) };
    const given = importedObject(seen, old, draft);
    // Digests stand for the values that are there; what is compared has digests alone.
    const sealed = (drafted === 'gone' ? undefined : drafted?.sealed) ?? present?.sealed;
    const whole = sealer.reveal(clusterId, { object: given, sealed });
    const next = sealer.seal(clusterId, whole).object;
    const message = this.before.quotas?.charge({ object: next, before: old, at: draft.at });
    if (message !== undefined) {
      this.context.report.rejected.add(itemOf(index, object, { message }));
      const asked = { usage: usageText(next, draft.at), scopes: scopesText(next) };
      this.#forbid(object, { step: 'ResourceQuota', reasons: [message], ...asked });
      return;
    }
    if (old === undefined) {
      this.#count('created', index, object);
      draft.create(whole, mutations);
    } else if (same(next, old)) {
      this.#counts.unchanged++;
    } else {
      this.#count('updated', index, object);
      draft.update(whole, present?.createdPosition ?? draft.head.position, mutations);
    }
  }

  #count(change: ImportChange['change'], index: number, object: Manifest): void {
    this.#counts[change]++;
    if (!this.context.dryRun || this.#changes.length >= MOST_CHANGES) return;
    const { apiVersion, kind, metadata } = object;
    this.#changes.push({ index, apiVersion, kind, namespace: metadata.namespace ?? '', name: metadata.name, change });
  }
}

/** Where an object is there, its uid stands in the place of the one that was drawn, also in labels and selectors. */
function withUidOf(old: Manifest | undefined, { object, drawnUid }: Indexed): Manifest {
  const uid = old?.metadata.uid;
  if (drawnUid === undefined || uid === undefined) return object;
  return JSON.parse(JSON.stringify(object).replaceAll(drawnUid, uid)) as Manifest;
}

function isRealNode({ kind, metadata }: Record<string, unknown>): boolean {
  return kind === 'Node' && isJsonObject(metadata) && typeof metadata['uid'] === 'string' && metadata['uid'] !== '';
}
