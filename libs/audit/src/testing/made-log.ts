import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '#database';
import type pg from 'pg';
import { writeDecisions, type NewDecision } from '../decisions/index.js';

/** What a part of the log holds: decisions of one run, and after how many other revisions it comes. */
export interface MadePart {
  readonly run: number;
  readonly others: number;
  /** Minutes after the part before. */
  readonly minutes: number;
  readonly decisions: readonly MadeDecision[];
}

export interface MadeDecision {
  readonly pod: MadePod;
  readonly outcome: NewDecision['outcome'];
  readonly node: string | null;
  readonly profile: string | null;
  readonly rejections: NewDecision['rejections'];
  readonly waitedMs: number | null;
}

export interface MadePod {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  /** What became of it by now. */
  readonly fate: 'there' | 'deleted' | 'evicted';
}

/** A decision as it stands in the log. */
export interface LoggedDecision extends MadeDecision {
  readonly id: string;
  readonly at: Date;
  readonly revision: number;
  readonly ordinal: number;
}

const MINUTE_MS = 60_000;

/** Writes parts into a cluster's log as rows: what is in no table that a search reads is left out. */
export class MadeLog {
  readonly cluster = randomUUID();
  readonly written: LoggedDecision[] = [];
  readonly #runs = new Map<number, { readonly id: string; parts: number; ordinals: number }>();
  readonly #uids = new Map<MadePod, string>();
  /** Of each revision; there is none with the number 0. */
  readonly #times: (Date | null)[] = [null];
  #revision = 0;
  #at = Date.UTC(2026, 0, 31, 22);

  constructor(
    private readonly database: Database,
    private readonly client: pg.Client,
    private readonly caller: Transaction['caller'],
  ) {}

  /** A revision that there is, with its time: the last one where the log ends before. */
  bound(revision: bigint): { readonly revision: bigint; readonly at: Date | null } {
    const number = Math.min(Number(revision), this.#revision);
    return { revision: BigInt(number), at: this.#times[number] ?? null };
  }

  async append({ run: number, others, minutes, decisions }: MadePart): Promise<void> {
    for (let other = 0; other < others; other++) await this.#revise();
    this.#at += minutes * MINUTE_MS;
    const run = this.#runs.get(number) ?? {
      id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
      parts: 0,
      ordinals: 0,
    };
    this.#runs.set(number, run);
    await this.#revise();
    const at = new Date(this.#at);
    const first = run.ordinals;
    for (const { pod } of decisions) await this.#pod(pod);
    await this.client.query(
      `INSERT INTO run_parts (cluster_id, run_id, part, at, base_position, revision, first_ordinal, count)
       VALUES ($1, $2, $3, $4, 0, $5, $6, $7)`,
      [this.cluster, run.id, run.parts, at, this.#revision, first, decisions.length],
    );
    const rows = decisions.map((decision, index) =>
      this.#decision(decision, { run: run.id, ordinal: first + index, at }),
    );
    await this.database.transaction(this.caller, (tx) =>
      writeDecisions(
        atTime(tx, at),
        { clusterId: this.cluster, teamId: this.caller.team },
        { kind: 'log', decisions: rows },
      ),
    );
    decisions.forEach((decision, index) => {
      this.written.push({
        ...decision,
        id: `${run.id}.${first + index}`,
        at,
        revision: this.#revision,
        ordinal: first + index,
      });
    });
    run.parts += 1;
    run.ordinals += decisions.length;
  }

  #decision(
    { pod, outcome, node, profile, rejections, waitedMs }: MadeDecision,
    { run, ordinal, at }: { readonly run: string; readonly ordinal: number; readonly at: Date },
  ): NewDecision {
    return {
      run,
      ordinal,
      attempt: 1,
      pod: { namespace: pod.namespace, name: pod.name, uid: this.#uids.get(pod) ?? '' },
      ...(waitedMs === null ? {} : { podCreatedAt: new Date(at.getTime() - waitedMs) }),
      outcome,
      reasonCode: null,
      node,
      nominatedNode: null,
      victims: [],
      message: '',
      nodes: { evaluated: 9, feasible: 1 },
      rejections,
      best: null,
      profile: profile === null ? null : { name: profile, version: 1, digest: digestOf(profile) },
      seed: '0',
      trace: null,
    };
  }

  async #revise(): Promise<void> {
    this.#revision += 1;
    this.#times.push(new Date(this.#at));
    await this.client.query(
      `INSERT INTO revisions (cluster_id, revision, first_position, count, at, actor, principal, request_id, client,
         reason, leaf_root, prev_hash, hash)
       VALUES ($1, $2, 1, 0, $3, '', '', '', '', '', '', '', '')`,
      [this.cluster, this.#revision, new Date(this.#at)],
    );
  }

  /** The pod as its fate left it: in the table, or in the log. */
  async #pod(pod: MadePod): Promise<void> {
    if (this.#uids.has(pod)) return;
    const uid = randomUUID();
    this.#uids.set(pod, uid);
    const { name, namespace, labels, fate } = pod;
    const manifest = { metadata: { name, namespace, uid, labels } };
    if (fate === 'there') {
      await this.client.query(
        `INSERT INTO pods (cluster_id, namespace, name, team_id, uid, resource_version, created_position, created_at,
           phase, priority, scheduler_name, manifest)
         VALUES ($1, $2, $3, $1, $4, 1, 1, now(), 'Pending', 0, '', $5)`,
        [this.cluster, namespace, name, uid, manifest],
      );
      return;
    }
    const body = fate === 'deleted' ? manifest : { pod: manifest, preemptor: {} };
    await this.client.query(
      `INSERT INTO changes (cluster_id, position, revision, at, op, api_version, kind, namespace, name, uid, body)
       VALUES ($1, $2, 1, now(), $3, 'v1', 'Pod', $4, $5, $6, $7)`,
      [
        this.cluster,
        this.#uids.size,
        fate === 'deleted' ? 'delete' : 'evict',
        namespace,
        name,
        uid,
        Buffer.from(JSON.stringify(body)),
      ],
    );
  }
}

/** The digest that a profile of this name has in a made log. */
export function digestOf(profile: string): string {
  return Buffer.from(profile.padEnd(32, '.')).toString('hex');
}

/** The same transaction at another time. */
function atTime(tx: Transaction, at: Date): Transaction {
  const copyIn: Transaction['copyIn'] = (target, rows) => tx.copyIn(target, rows);
  return Object.create(tx, { at: { value: at }, copyIn: { value: copyIn } }) as Transaction;
}
