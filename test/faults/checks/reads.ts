import { isDeepStrictEqual } from 'node:util';
import type { Finding, FindingKind } from '../finding.js';
import type { PastRead } from '../workload/record.js';
import type { ClusterLog, LogChange, LogDecision } from './log.js';

/** An object of a list of the Kubernetes API, as far as it is compared. */
interface ListedObject {
  readonly metadata: { readonly uid: string; readonly name: string; readonly resourceVersion: string };
  readonly spec?: { readonly nodeName?: string };
  readonly status?: { readonly used?: unknown; readonly expectedPods?: number };
}

/** A decision as it is listed. */
export type ListedDecision = Pick<LogDecision, 'id' | 'outcome' | 'node' | 'traceDigest'>;

/** What logs have, by position and by decision; those of a fork begin with those of its origin. */
class Logged {
  readonly #changes = new Map<string, Map<number, LogChange>>();
  readonly decisions = new Map<string, LogDecision>();

  constructor(private readonly logs: ReadonlyMap<string, ClusterLog>) {
    for (const { revisions } of logs.values())
      for (const { decisions } of revisions) for (const one of decisions) this.decisions.set(one.id, one);
  }

  changeAt(cluster: string, position: number): LogChange | undefined {
    const log = this.logs.get(cluster);
    if (log === undefined) return undefined;
    if (log.origin !== undefined && position <= log.origin.position) return this.changeAt(log.origin.cluster, position);
    const known =
      this.#changes.get(cluster) ??
      new Map(log.revisions.flatMap(({ changes }) => changes.map((change) => [change.position, change])));
    this.#changes.set(cluster, known);
    return known.get(position);
  }
}

/** Lists that were answered at any time say of each object and each decision what the log says of it. */
export function checkReads(logs: readonly ClusterLog[], reads: readonly PastRead[]): Finding[] {
  const known = new Map(logs.map((log) => [log.id, log]));
  const logged = new Logged(known);
  const findings: Finding[] = [];
  for (const { cluster, path, items } of reads) {
    if (!known.has(cluster)) continue;
    const add = (kind: FindingKind, what: string): void =>
      void findings.push({ kind, what: `cluster ${cluster}, GET ${path}: ${what}` });
    for (const item of items) {
      if (path.startsWith('/decisions')) compareDecision(item as ListedDecision, logged.decisions, add);
      else compareObject(item as ListedObject, (position) => logged.changeAt(cluster, position), add);
    }
  }
  return findings;
}

/** A decision is listed as the log has it. */
export function compareDecision(
  { id, outcome, node, traceDigest }: ListedDecision,
  decisions: ReadonlyMap<string, LogDecision>,
  add: (kind: FindingKind, what: string) => void,
): void {
  const there = decisions.get(id);
  if (there === undefined) add('read', `decision ${id} is in no log`);
  else if (there.outcome !== outcome || there.node !== node)
    add('read', `decision ${id} is ${outcome} ${node}, and in the log ${there.outcome} ${there.node}`);
  else if (there.traceDigest !== traceDigest)
    add('digest', `decision ${id} has the digest ${traceDigest}, and in the log ${there.traceDigest}`);
}

function compareObject(
  { metadata: { uid, name, resourceVersion }, spec, status }: ListedObject,
  changeAt: (position: number) => LogChange | undefined,
  add: (kind: FindingKind, what: string) => void,
): void {
  const change = changeAt(Number(resourceVersion));
  if (change?.uid !== uid) return add('read', `${name} at ${resourceVersion} is not in the log`);
  const body = change.body as Pick<ListedObject, 'spec' | 'status'>;
  if (change.kind === 'Pod' && body.spec?.nodeName !== spec?.nodeName)
    add('read', `pod ${name} is on ${spec?.nodeName}, and in the log on ${body.spec?.nodeName}`);
  if (change.kind !== 'Pod' && !isDeepStrictEqual(body.status, status))
    add('read', `${change.kind} ${name} says ${JSON.stringify(status)}, and in the log ${JSON.stringify(body.status)}`);
}
