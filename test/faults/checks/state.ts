import type { Finding, FindingKind } from '../finding.js';
import type { ClusterLog, LogChange, LogRevision } from './log.js';
import { nanos } from './quantity.js';

interface Body {
  readonly metadata?: { readonly labels?: Readonly<{ [key: string]: string }> };
  readonly spec?: {
    readonly nodeName?: string;
    readonly containers?: readonly {
      readonly resources?: { readonly requests?: Readonly<{ [key: string]: string }> };
    }[];
    readonly minAvailable?: number;
    readonly selector?: { readonly matchLabels?: Readonly<{ [key: string]: string }> };
  };
  readonly status?: {
    readonly phase?: string;
    readonly allocatable?: Readonly<{ [key: string]: string }>;
    readonly currentHealthy?: number;
    readonly expectedPods?: number;
    readonly disruptionsAllowed?: number;
    /** Of a quota. */
    readonly used?: Readonly<{ [resource: string]: string }>;
  };
}

/** An object as the log leads to it. */
export interface FoldedObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly position: number;
  readonly body: Body;
}

/** The objects of a cluster, by kind, namespace and name. */
export type State = ReadonlyMap<string, FoldedObject>;

type Where = Pick<LogChange, 'kind' | 'namespace' | 'name'>;
export const keyOf = ({ kind, namespace, name }: Where): string => `${kind} ${namespace}/${name}`;

/**
 * What the logs lead to, cluster by cluster, and on the way: I2, no pod is bound twice; I3, no node has more than it
 * can carry where Berth bound; I4, bindings and decisions are the same, one to one.
 */
export class FoldedLogs {
  readonly findings: Finding[] = [];
  readonly #logs: ReadonlyMap<string, ClusterLog>;
  readonly #states = new Map<string, State>();

  constructor(logs: readonly ClusterLog[]) {
    this.#logs = new Map(logs.map((log) => [log.id, log]));
    for (const { id } of logs) this.state(id);
  }

  state(cluster: string): State {
    const known = this.#states.get(cluster);
    if (known !== undefined) return known;
    const log = this.#logs.get(cluster);
    if (log === undefined) throw new Error(`there is no log of cluster ${cluster}`);
    const fold = new Fold(cluster, this.#begin(log), this.findings);
    for (const revision of log.revisions) fold.add(revision);
    this.#states.set(cluster, fold.objects);
    return fold.objects;
  }

  /** A fork begins as its origin was. What is wrong there is said of the origin. */
  #begin({ origin }: ClusterLog): Map<string, FoldedObject> {
    if (origin === undefined) return new Map();
    const log = this.#logs.get(origin.cluster);
    if (log === undefined) throw new Error(`there is no log of cluster ${origin.cluster}`);
    const fold = new Fold(log.id, this.#begin(log), []);
    for (const revision of log.revisions)
      if (revision.firstPosition + revision.count - 1 <= origin.position) fold.add(revision);
    return fold.objects;
  }
}

class Fold {
  constructor(
    private readonly cluster: string,
    readonly objects: Map<string, FoldedObject>,
    private readonly findings: Finding[],
  ) {}

  add(revision: LogRevision): void {
    for (const change of revision.changes) this.#apply(change);
    this.#comparePairs(revision);
    const bound = revision.changes.filter(({ op }) => op === 'bind').map(({ body }) => (body as Body).spec?.nodeName);
    for (const node of new Set(bound)) this.#checkRoom(node ?? '', revision);
  }

  #apply(change: LogChange): void {
    const { op, position } = change;
    const key = keyOf(change);
    const before = this.objects.get(key);
    const body = change.body as Body;
    switch (op) {
      case 'note':
        return;
      case 'delete':
      case 'evict':
        if (before?.uid !== change.uid) this.#add('state', `position ${position}: ${op} of ${key}, which is not there`);
        this.objects.delete(key);
        return;
      case 'create':
        if (before !== undefined) this.#add('state', `position ${position}: ${key} is created and there already`);
        break;
      default:
        if (before?.uid !== change.uid) this.#add('state', `position ${position}: ${op} of ${key}, which is not there`);
        this.#checkBinding(change, before);
    }
    const { kind, namespace, name, uid } = change;
    const whole =
      op === 'bind'
        ? {
            ...before?.body,
            spec: { ...before?.body.spec, ...body.spec },
            status: { ...before?.body.status, ...body.status },
          }
        : body;
    this.objects.set(key, { kind, namespace, name, uid, position, body: whole });
  }

  #checkBinding({ op, kind, position, body, name }: LogChange, before: FoldedObject | undefined): void {
    const node = before?.body.spec?.nodeName;
    if (kind !== 'Pod' || node === undefined) return;
    const next = (body as Body).spec?.nodeName;
    if (op === 'bind' || next !== node)
      this.#add('I2: a pod is bound twice', `position ${position}: pod ${name} of ${node} goes to ${next}`);
  }

  #comparePairs({ revision, changes, decisions }: LogRevision): void {
    const bindings = changes
      .filter(({ op }) => op === 'bind')
      .map(({ uid, body }) => `${uid} to ${(body as Body).spec?.nodeName}`);
    const scheduled = decisions
      .filter(({ outcome }) => outcome === 'scheduled')
      .map(({ pod, node }) => `${pod} to ${node}`);
    if (bindings.toSorted().join() !== scheduled.toSorted().join())
      this.#add(
        'I4: a binding without its decision, or the other way round',
        `revision ${revision}: bindings ${bindings.join()}, decisions ${scheduled.join()}`,
      );
  }

  #checkRoom(node: string, { revision }: LogRevision): void {
    const allocatable = this.objects.get(keyOf({ kind: 'Node', namespace: '', name: node }))?.body.status?.allocatable;
    const sums = new Map<string, bigint>();
    const add = (resource: string, amount: bigint): void => {
      sums.set(resource, (sums.get(resource) ?? 0n) + amount);
    };
    for (const { kind, body } of this.objects.values()) {
      if (kind !== 'Pod' || body.spec?.nodeName !== node || hasEnded(body)) continue;
      add('pods', nanos('1'));
      for (const { resources } of body.spec.containers ?? [])
        for (const [resource, amount] of Object.entries(resources?.requests ?? {})) add(resource, nanos(amount));
    }
    for (const [resource, sum] of sums)
      if (sum > nanos(allocatable?.[resource] ?? '0'))
        this.#add('I3: a node is over-committed', `revision ${revision}: ${sum} nano ${resource} on node ${node}`);
  }

  #add(kind: FindingKind, what: string): void {
    this.findings.push({ kind, what: `cluster ${this.cluster}, ${what}` });
  }
}

const hasEnded = ({ status }: Body): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

/** What follows from writes has followed: namespaces are there, budgets know their pods, quotas what is used. */
export function checkFollowers(cluster: string, state: State): Finding[] {
  const objects = [...state.values()];
  const findings: Finding[] = [];
  const add = (what: string): void => void findings.push({ kind: 'follower', what: `cluster ${cluster}: ${what}` });
  const namespaces = new Set(objects.flatMap(({ kind, name }) => (kind === 'Namespace' ? [name] : [])));
  for (const namespace of new Set(objects.map((object) => object.namespace)))
    if (namespace !== '' && !namespaces.has(namespace)) add(`there is no namespace ${namespace}, and things in it`);
  for (const { kind, namespace, name, body } of objects) {
    if (kind === 'ResourceQuota') {
      const [want, have] = [usedIn(objects, namespace), body.status?.used ?? {}];
      for (const [resource, amount] of want)
        if (nanos(have[resource] ?? '0') !== amount)
          add(`quota ${namespace}/${name}: ${amount} nano ${resource} are used, and it says ${have[resource]}`);
    }
    if (kind !== 'PodDisruptionBudget') continue;
    const selected = objects.filter(
      (object) => object.kind === 'Pod' && object.namespace === namespace && isSelected(object.body, body),
    );
    const healthy = selected.filter((pod) => pod.body.spec?.nodeName !== undefined && !hasEnded(pod.body)).length;
    const allowed = selected.length === 0 ? 0 : Math.max(0, healthy - (body.spec?.minAvailable ?? 0));
    const { expectedPods, currentHealthy, disruptionsAllowed } = body.status ?? {};
    const [want, have] = [
      [selected.length, healthy, allowed].join(),
      [expectedPods, currentHealthy, disruptionsAllowed].join(),
    ];
    if (want !== have)
      add(`budget ${namespace}/${name}: expected, healthy and allowed are ${want}, and its status says ${have}`);
  }
  return findings;
}

/** What the pods of a namespace that have not ended ask for, in 10^-9. */
function usedIn(objects: readonly FoldedObject[], namespace: string): ReadonlyMap<string, bigint> {
  const pods = objects.filter((one) => one.kind === 'Pod' && one.namespace === namespace && !hasEnded(one.body));
  const requests = pods.flatMap(({ body }) =>
    (body.spec?.containers ?? []).map(({ resources }) => resources?.requests),
  );
  const sum = (resource: string): bigint => requests.reduce((total, one) => total + nanos(one?.[resource] ?? '0'), 0n);
  return new Map([
    ['pods', nanos(String(pods.length))],
    ['requests.cpu', sum('cpu')],
    ['requests.memory', sum('memory')],
  ]);
}

function isSelected(pod: Body, { spec }: Body): boolean {
  return Object.entries(spec?.selector?.matchLabels ?? {}).every(
    ([label, value]) => pod.metadata?.labels?.[label] === value,
  );
}
