import type { Pod } from '#scheduler';
import { autoscalerObjection, localDataOf, type Disruptions, type LocalData } from '../cluster/index.js';
import type { Loss, Moved } from '../placing/index.js';
import { counted, listed, nameOf, verb, type PodName } from './named.js';

/** A pod that leaves, and its volumes whose data it does not take along. */
export interface LeftData extends LocalData {
  readonly pod: PodName;
  readonly node: string;
}

/** A pod on a node, and what is to be said of it there. */
export interface PodMessage {
  readonly pod: PodName;
  readonly node: string;
  readonly message: string;
}

/** Pods that are evicted and that nothing creates again. */
export function lostOf(lost: readonly Loss[]): { readonly pod: PodName; readonly node: string }[] {
  return lost.map(({ pod, from }) => ({ pod: nameOf(pod), node: from }));
}

/** What data the pods that leave do not take along. */
export function leftDataOf({ moves, lost }: Pick<Moved, 'moves' | 'lost'>): LeftData[] {
  return [...moves, ...lost].flatMap(({ pod, from }) => {
    const data = localDataOf(pod);
    return data === null ? [] : [{ pod: nameOf(pod), node: from, ...data }];
  });
}

/** Pods that the cluster autoscaler would not evict, and why. */
export function unsafeOf(pods: readonly Pod[], disruptions: Disruptions): { readonly pod: Pod; message: string }[] {
  return pods.flatMap((pod) => {
    const message = autoscalerObjection(pod, disruptions.protects(pod));
    return message === null ? [] : [{ pod, message }];
  });
}

/** `2 pods move and 1 pod is lost, which no controller recreates (shop/bare)`. */
export function leavingInWords(moves: number, lost: readonly { readonly pod: PodName }[]): string {
  const moving = `${counted(moves, 'pod')} ${verb(moves, 'moves', 'move')}`;
  if (lost.length === 0) return moving;
  const names = someOf(lost.map(({ pod }) => pod));
  const gone = `${counted(lost.length, 'pod')} ${verb(lost.length, 'is', 'are')} lost, which no controller recreates`;
  return `${moves === 0 ? '' : `${moving} and `}${gone} (${names})`;
}

/** What becomes of data on the nodes, a sentence each; empty where there is none. */
export function leftDataInWords(data: readonly LeftData[]): string {
  const having = (source: keyof LocalData): PodName[] =>
    data.flatMap(({ pod, ...volumes }) => (volumes[source].length > 0 ? [pod] : []));
  const [emptyDir, hostPath] = [having('emptyDir'), having('hostPath')];
  return [
    ...(emptyDir.length > 0 ? [` The emptyDir data of ${podsInWords(emptyDir)} is lost.`] : []),
    ...(hostPath.length > 0 ? [` The hostPath data of ${podsInWords(hostPath)} stays on the old node.`] : []),
  ].join('');
}

function podsInWords(pods: readonly PodName[]): string {
  return `${counted(pods.length, 'pod')} (${someOf(pods)})`;
}

/** So many pods are named in a sentence; the data has all. */
const MOST_NAMED = 3;

/** `shop/a, shop/b, shop/c and 2 more`. */
export function someOf(pods: readonly PodName[]): string {
  const names = pods.slice(0, MOST_NAMED).map(({ namespace, name }) => `${namespace}/${name}`);
  const others = pods.length - names.length;
  return others > 0 ? `${names.join(', ')} and ${others} more` : listed(names);
}
