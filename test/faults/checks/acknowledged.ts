import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Finding } from '../finding.js';
import type { ExpectedChange, Write } from '../workload/record.js';
import type { ClusterLog, LogRevision } from './log.js';

interface RunRow {
  readonly run_id: string;
  readonly state: string;
  readonly revision: string | null;
  readonly parts: number;
  readonly counts: Readonly<{ [outcome: string]: number }>;
}

/** A run as it was answered to a client, over either face. */
interface SaidRun {
  readonly id?: string;
  readonly uid?: string;
  readonly state: string;
  readonly revision: string | null;
  readonly parts: number;
  readonly counts: Readonly<{ [outcome: string]: number }>;
}

/**
 * I1: what was acknowledged happened, as it was said, and once; what was refused did not happen; what nobody knows
 * happened once or not at all. A write is found in the log by its id, which is the reason of its revision.
 */
export class AcknowledgedCheck {
  readonly findings: Finding[] = [];
  /** Answers that were compared with the log. */
  checked = 0;
  readonly #revisions = new Map<string, (LogRevision & { readonly cluster: string })[]>();

  constructor(
    private readonly client: pg.Client,
    private readonly logs: readonly ClusterLog[],
  ) {
    for (const { id, revisions } of logs)
      for (const revision of revisions) {
        const same = this.#revisions.get(revision.reason) ?? [];
        same.push({ ...revision, cluster: id });
        this.#revisions.set(revision.reason, same);
      }
  }

  /** What a write has left in the logs. */
  revisionsOf({ id }: Pick<Write, 'id'>): readonly (LogRevision & { readonly cluster: string })[] {
    return this.#revisions.get(id) ?? [];
  }

  async check(write: Write): Promise<void> {
    if (write.ending === 'acknowledged') this.checked++;
    switch (write.effect.kind) {
      case 'none':
        return;
      case 'revision':
        this.#checkRevision(write, write.effect);
        return;
      case 'cluster':
        this.#checkCluster(write, write.effect);
        return;
      case 'run':
        await this.#checkRun(write);
    }
  }

  #checkRevision(
    write: Write,
    effect: { readonly cluster: string; readonly changes: readonly ExpectedChange[] },
  ): void {
    const made = this.revisionsOf(write);
    if (made.length > 1) this.#doubled(write, `${made.length} revisions`);
    const [revision] = made;
    if (write.ending === 'refused' && revision !== undefined && !write.hadUnknown)
      this.#doubled(write, `refused, and it is revision ${revision.revision}`);
    if (revision === undefined) {
      if (write.ending === 'acknowledged') this.#lost(write, 'no revision of it');
      return;
    }
    if (revision.cluster !== effect.cluster) this.#lost(write, `it is in cluster ${revision.cluster}`);
    for (const { op, kind, namespace, name } of effect.changes) {
      const change = revision.changes.find(
        (one) => one.op === op && one.kind === kind && one.namespace === namespace && one.name === name,
      );
      if (change === undefined) this.#lost(write, `revision ${revision.revision} has no ${op} of ${kind} ${name}`);
    }
    // Of what was deleted the answer is what it last was.
    if (effect.changes.every(({ op }) => op !== 'delete')) this.#compareObject(write, revision);
  }

  /** Where the answer is the object as it is now, the log has the very same. */
  #compareObject({ answer, ...write }: Write, revision: LogRevision): void {
    const { manifest, object = manifest ?? answer?.body } = (answer?.body ?? {}) as Answered;
    const said = ((object as Answered | undefined)?.manifest ?? object) as Said | undefined;
    if (write.ending !== 'acknowledged' || said?.metadata?.resourceVersion === undefined) return;
    const { resourceVersion, ...metadata } = said.metadata;
    const change = revision.changes.find(({ position }) => String(position) === resourceVersion);
    if (change === undefined) return this.#lost({ answer, ...write }, `no change at ${resourceVersion}`);
    const { metadata: stored, ...body } = change.body as Said;
    const { metadata: _, ...rest } = said;
    if (change.uid !== metadata['uid'] || !isDeepStrictEqual({ ...rest, metadata }, { ...body, metadata: stored }))
      this.#lost({ answer, ...write }, `the log has another object: ${JSON.stringify(change.body)}`);
  }

  #checkCluster(write: Write, { name, origin }: { readonly name: string; readonly origin: string | undefined }): void {
    // A deleted cluster has its id behind its name.
    const there = this.logs.filter((log) => log.name === name || log.name.startsWith(`${name}~`));
    if (there.length > 1) this.#doubled(write, `${there.length} clusters`);
    const [cluster] = there;
    if (write.ending === 'refused' && cluster !== undefined && !write.hadUnknown)
      this.#doubled(write, 'refused, and it is there');
    if (write.ending !== 'acknowledged') return;
    const { id } = write.answer?.body as { readonly id?: string };
    if (cluster === undefined) this.#lost(write, 'there is no such cluster');
    else if (cluster.id !== id || cluster.origin?.cluster !== origin)
      this.#lost(write, `it is cluster ${cluster.id}, a fork of ${cluster.origin?.cluster}`);
  }

  async #checkRun(write: Write): Promise<void> {
    const made = this.revisionsOf(write);
    const runs = new Set(made.flatMap(({ decisions }) => decisions.map(({ run }) => run)));
    if (runs.size > 1) this.#doubled(write, `runs ${[...runs].join()}`);
    if (write.ending === 'refused' && made.length > 0 && !write.hadUnknown)
      this.#doubled(write, `refused, and it is revision ${made[0]?.revision}`);
    if (write.ending !== 'acknowledged') return;
    const { run: inPayload, ...inBody } = write.answer?.body as SaidRun & { readonly run?: SaidRun };
    const said = inPayload ?? inBody;
    const id = said.uid ?? said.id ?? '';
    const { rows } = await this.client.query<RunRow>(
      'SELECT run_id::text, state, revision::text, parts, counts FROM runs WHERE run_id = $1',
      [id],
    );
    const [row] = rows;
    if (row === undefined) return this.#lost(write, `there is no run ${id}`);
    if (row.state === 'running') this.#lost(write, `run ${id} never ended`);
    if ([...runs].some((run) => run !== id)) this.#doubled(write, `answered ${id}, and it is ${[...runs].join()}`);
    if (said.state !== 'running') this.#compareRun(write, said, { row, made });
  }

  #compareRun(
    write: Write,
    said: SaidRun,
    { row, made }: { readonly row: RunRow; readonly made: readonly LogRevision[] },
  ): void {
    const fields = ({ state, revision, parts }: SaidRun | RunRow): string => [state, revision, parts].join();
    if (fields(said) !== fields(row))
      this.#lost(write, `the run is ${fields(row)}, and was said to be ${fields(said)}`);
    for (const [outcome, count] of Object.entries(said.counts)) {
      const decisions = made.flatMap((revision) => revision.decisions);
      const decided =
        outcome === 'selected'
          ? new Set(decisions.map(({ pod }) => pod)).size
          : decisions.filter((one) => one.outcome === outcome).length;
      if (decided !== count || (row.counts[outcome] ?? 0) !== count)
        this.#lost(
          write,
          `${count} ${outcome} were said, ${decided} are in the log, ${row.counts[outcome]} in the run`,
        );
    }
    if (said.revision !== null && !made.some(({ revision }) => String(revision) === said.revision))
      this.#lost(write, `there is no revision ${said.revision} of it`);
  }

  #lost(write: Write, what: string): void {
    this.findings.push({ kind: 'lost', what: `${describe(write)}: ${what}` });
  }

  #doubled(write: Write, what: string): void {
    this.findings.push({ kind: 'doubled', what: `${describe(write)}: ${what}` });
  }
}

interface Answered {
  readonly manifest?: unknown;
  readonly object?: unknown;
}

interface Said {
  readonly metadata?: { readonly resourceVersion?: string; readonly [field: string]: unknown };
}

/** A write with what its client was answered. */
export function describe({ id, what, request, ending, answer }: Write): string {
  const reported = answer === undefined ? '' : ` ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`;
  return `${what} (${id}, ${request.method} ${request.path}), ${ending}${reported}`;
}
