import { demand } from '#access';
import { SharedTransaction, type Caller, type Database, type Transaction } from '#database';
import { Denied, lostRace, RACES_LOST, type Outcome } from '#requests';
import { readAhead, type Foreseen, type ObjectKey } from '#rows';
import { DraftSeries, type CompletedDraft } from '#writes';
import {
  findCluster,
  foundCluster,
  GatheredWriters,
  lockFoundAnd,
  type ClusterRow,
  type GatheredWriter,
} from '../clusters/index.js';
import { writeLocked, type Written } from './locked-write.js';
import { writeAlone, type ClusterWriter } from './write-alone.js';

/** A writer of a group, and who waits for it. */
interface Member<T> extends GatheredWriter {
  readonly writer: ClusterWriter<T>;
  readonly resolve: (outcome: Outcome<T>) => void;
  readonly reject: (error: unknown) => void;
}

/** What a member comes to, before the group is committed. */
type Result = { readonly written: Written<unknown> } | { readonly denied: Denied };

/** Every write of an object asks for those of its namespace. */
const KINDS = ['PodDisruptionBudget', 'ResourceQuota'];

/**
 * Writes that wait for the same cluster at the same time, as one transaction: the head is held once, what they read is
 * read at once, and what they write is written and committed at once. Each is decided behind the one before it, is a
 * revision of its own, and is refused for itself. Where the transaction fails, none of them is there: each is then
 * written alone.
 */
export class WriteGroups {
  static readonly #of = new WeakMap<Database, WriteGroups>();
  readonly #gathered: GatheredWriters<Member<unknown>>;

  private constructor(private readonly database: Database) {
    this.#gathered = new GatheredWriters(database, (members) => this.#writeAll(members));
  }

  /** Those of a process. */
  static of(database: Database): WriteGroups {
    let groups = WriteGroups.#of.get(database);
    if (groups === undefined) WriteGroups.#of.set(database, (groups = new WriteGroups(database)));
    return groups;
  }

  /** Writes with those that wait for the same cluster. @throws Busy when the deadline passes first */
  write<T>(writer: ClusterWriter<T>): Promise<Outcome<T>> {
    const { caller, deadline, target } = writer;
    return new Promise((resolve, reject) => {
      const member = { caller, deadline, cluster: target.cluster, writer, resolve, reject, leave: reject };
      this.#gathered.join(member as Member<T> as Member<unknown>).catch(reject);
    });
  }

  /** Writers that see the cluster alike share a transaction. */
  async #writeAll(members: readonly Member<unknown>[]): Promise<void> {
    const alike = new Map<string, Member<unknown>[]>();
    for (const member of members) {
      const key = viewOf(member);
      const group = alike.get(key);
      if (group === undefined) alike.set(key, [member]);
      else group.push(member);
    }
    for (const group of alike.values()) {
      if (group.length === 1 || !(await this.#writeTogether(group)))
        for (const member of group) await this.#writeAlone(member);
    }
  }

  async #writeAlone({ writer, resolve, reject }: Member<unknown>): Promise<void> {
    await writeAlone(this.database, writer).then(resolve, reject);
  }

  /** False where nothing of it was stored, and each is to be written alone. */
  async #writeTogether(group: readonly Member<unknown>[]): Promise<boolean> {
    let isEnding = false;
    try {
      const results = await this.#transact(group, () => (isEnding = true));
      if (results === undefined) return false;
      for (const [index, { resolve, reject }] of group.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error('a writer was passed over'));
        else if ('denied' in result) reject(result.denied);
        else resolve(result.written.shown);
      }
      return true;
    } catch (error) {
      if (lostRace(error)) RACES_LOST.publish(error);
      // Once the end of the transaction was sent, it may be stored all the same.
      else if (isEnding) return failed(group, error);
      return false;
    }
  }

  /** Undefined where there is no such cluster. `ends`: called when all is written, but for the end. */
  #transact(group: readonly Member<unknown>[], ends: () => void): Promise<readonly Result[] | undefined> {
    const { database } = this;
    const [{ caller, cluster: called }] = group as readonly [Member<unknown>];
    const { need: _, signal: __, ...who } = caller;
    return database.transactionFrom(who, {
      lockTimeoutMs: Math.min(...group.map(({ deadline }) => deadline.leftMs)),
      first: (tx) => findCluster(tx, called, 'inSight'),
      then: async (tx, before) => {
        const foreseen = foreseenBy(group);
        const locked = before && (await lockFoundAnd(tx, before, () => readAhead(tx, before.id, foreseen)));
        if (locked === undefined) return undefined;
        const { cluster, head, read: ahead } = locked;
        foundCluster(database, { caller, cluster: called }, cluster.id);
        const series = new DraftSeries(tx, head, ahead);
        const results: Result[] = [];
        const kept: (() => Promise<void>)[] = [];
        for (const { writer } of group) {
          const own = new SharedTransaction(tx, writer.caller, () => series.flush());
          ahead.lendTo(own);
          const result = await this.#decide(writer, { tx: own, cluster, series });
          results.push(result);
          if ('written' in result) kept.push(() => writer.keep(tx, result.written.kept()));
        }
        await series.flush();
        // Keys are the last that is locked.
        for (const keep of kept) await keep();
        ends();
        return results;
      },
    });
  }

  async #decide(
    { caller, target, found, fn }: ClusterWriter<unknown>,
    { tx, cluster, series }: { readonly tx: Transaction; readonly cluster: ClusterRow; readonly series: DraftSeries },
  ): Promise<Result> {
    try {
      demand(cluster, caller);
    } catch (error) {
      if (Denied.is(error)) return { denied: error };
      throw error;
    }
    found(cluster.id);
    const { head } = series;
    const { hash, at } = head;
    const place = { position: String(head.position), revision: String(head.revision), hash: Buffer.from(hash), at };
    const held = {
      tx,
      cluster: { ...cluster, ...place },
      head,
      store: (draft: CompletedDraft) => series.add(tx, draft),
    };
    return { written: await writeLocked(this.database, held, target, fn) };
  }
}

function failed(group: readonly Member<unknown>[], error: unknown): true {
  for (const { reject } of group) reject(error);
  return true;
}

/** What decides what a writer sees of a cluster, and how long its statements may take. */
function viewOf({ caller, cluster }: { readonly caller: Caller; readonly cluster: string }): string {
  const { team, roles, only, isHeavy } = caller;
  return JSON.stringify([cluster, team, [...roles].sort(), only ?? null, isHeavy ?? false]);
}

/** The objects that they write, their namespaces, and what every write in these asks for. */
function foreseenBy(group: readonly Member<unknown>[]): Foreseen {
  const objects = new Map<string, ObjectKey>();
  const namespaces = new Set<string>();
  for (const { writer } of group) {
    const { kind, namespace = '', name } = writer.target.place ?? {};
    // PostgreSQL keeps no NUL and refuses to look for one.
    if (`${namespace}${name}`.includes('\0')) continue;
    if (kind !== undefined && name !== undefined)
      objects.set(`${kind}/${namespace}/${name}`, { kind, metadata: { namespace, name } });
    if (namespace === '') continue;
    namespaces.add(namespace);
    objects.set(`Namespace//${namespace}`, { kind: 'Namespace', metadata: { name: namespace } });
  }
  return { objects: [...objects.values()], kinds: KINDS, namespaces: [...namespaces] };
}
