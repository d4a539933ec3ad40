import { afterEviction } from '#kubernetes';
import { labelValue } from '#apimachinery';
import { compareQueued, type Pod, type Profile, type ReadableSnapshot, IncrementalExecutor } from '#scheduler';
import { leavesByItself, pendingAgain, type HypotheticalCluster } from '../cluster/index.js';
import { place } from '../placing/index.js';
import { assumeClaims, renewClaims } from '../volumes/index.js';
import { someOf } from './leaving.js';
import { counted, listed, nameOf, reasonsOf, type PodName } from './named.js';
import { question, type ByProfile } from './question.js';

/** Whose loss leaves pods without a node? */
export const loss = question({
  wanted: () => ({ all: true }),
  input: ({ profileOf }, { topologyKey, profile }: LossBody) => ({ topologyKey, profileOf: profileOf(profile) }),
  answer,
});

export interface LossBody extends ByProfile {
  readonly topologyKey: string;
}

/** What becomes of the pods of one domain when it is lost. */
export interface DomainLoss {
  /** The value of the label. */
  readonly domain: string;
  readonly nodes: number;
  /** Pods that would have to go elsewhere. */
  readonly pods: number;
  /** Pods that are gone, as no controller creates them again. */
  readonly lost: readonly PodName[];
  /** Those that find no other node, in the order in which they are tried. */
  readonly homeless: readonly { readonly pod: PodName; readonly message: string }[];
  readonly reasons: readonly { readonly message: string; readonly pods: number }[];
}

/** Which domain's loss leaves pods without a node. */
export interface LossAnswer {
  readonly topologyKey: string;
  /** The worst first. */
  readonly domains: readonly DomainLoss[];
  /** Nodes without the label, which are in no domain. */
  readonly unlabelled: number;
  readonly sentence: string;
}

export interface LossInput {
  readonly topologyKey: string;
  readonly profileOf: (pod: Pod) => Profile;
}

/** Loses one domain after the other, each on the cluster as it is: its nodes are gone, and its pods wait for others. */
function* answer(
  cluster: HypotheticalCluster,
  { topologyKey, profileOf }: LossInput,
): Generator<void, LossAnswer, undefined> {
  const rows = domainsOf(cluster.snapshot, topologyKey);
  const moving = cluster.podsOn([...rows.values()].flat()).filter(({ pod }) => afterEviction(pod) === 'recreated');
  assumeClaims(
    cluster,
    moving.map(({ pod }) => pod),
  );
  const domains: DomainLoss[] = [];
  for (const [domain, names] of rows) domains.push(yield* lossOf(cluster, { domain, names, profileOf }));
  domains.sort((a, b) => b.homeless.length - a.homeless.length || (a.domain < b.domain ? -1 : 1));
  const labelled = [...rows.values()].reduce((sum, names) => sum + names.length, 0);
  const reported = { topologyKey, domains, unlabelled: cluster.snapshot.nodeCount - labelled };
  return { ...reported, sentence: sentenceOf(reported) };
}

function domainsOf({ nodes }: ReadableSnapshot, key: string): Map<string, string[]> {
  const domains = new Map<string, string[]>();
  for (const { name, labels } of nodes) {
    const value = labelValue(labels, key);
    if (value === undefined) continue;
    domains.set(value, [...(domains.get(value) ?? []), name]);
  }
  return domains;
}

function* lossOf(
  cluster: HypotheticalCluster,
  { domain, names, profileOf }: { domain: string; names: readonly string[]; profileOf: LossInput['profileOf'] },
): Generator<void, DomainLoss, undefined> {
  const snapshot = cluster.snapshot.fork();
  const all = cluster
    .podsOn(names)
    .filter(({ pod }) => afterEviction(pod) !== 'stays' && !leavesByItself(pod))
    .sort(compareQueued);
  const lost = all.filter(({ pod }) => afterEviction(pod) === 'lost').map(({ pod }) => nameOf(pod));
  const pods = all.filter(({ pod }) => afterEviction(pod) === 'recreated');
  snapshot.removeNodes(new Set(names.flatMap((name) => snapshot.rowOf(name) ?? [])));
  const placing = { snapshot, executor: new IncrementalExecutor(), at: cluster.at, profileOf };
  const homeless: { pod: PodName; message: string }[] = [];
  for (const { pod } of pods) {
    const next = pendingAgain(pod, { uid: cluster.newUid(), at: cluster.at });
    renewClaims(snapshot, next);
    const { node, message } = place(placing, next);
    if (node === null) homeless.push({ pod: nameOf(pod), message });
    yield;
  }
  const reasons = reasonsOf(homeless.map(({ message }) => message));
  return { domain, nodes: names.length, pods: pods.length, lost, homeless, reasons };
}

function sentenceOf({ topologyKey, domains }: Omit<LossAnswer, 'sentence'>): string {
  if (domains.length === 0) return `No node has the label ${topologyKey}.`;
  const bad = domains.filter(({ homeless }) => homeless.length > 0);
  const lost = domains.flatMap((domain) => domain.lost);
  const bare = lost.length === 0 ? '' : ` No controller recreates ${counted(lost.length, 'pod')} (${someOf(lost)}).`;
  if (bad.length === 0) return `Any one ${topologyKey} can be lost: all pods find other nodes.${bare}`;
  const each = bad.slice(0, 5).map(({ domain, homeless }) => `${domain} (${counted(homeless.length, 'pod')})`);
  const more = bad.length > 5 ? ` and ${bad.length - 5} others` : '';
  const domainsInWords = more === '' ? listed(each) : each.join(', ') + more;
  return `Pods have no other node when one of these is lost: ${domainsInWords}.${bare}`;
}
