import { taintInWords } from '../explainers/index.js';
import type { Change, Eviction, NamedPod } from '../pair/index.js';

/** So many pods are named in a sentence; the data has all. */
const MOST_NAMED = 3;

/** A change as an instruction: `uncordon node-1`. */
export function changeInWords(change: Change): string {
  switch (change.kind) {
    case 'addResource':
      return `add ${change.amount} ${change.resource} to ${change.node}`;
    case 'freeResource':
      return `free ${change.amount} ${change.resource} on ${change.node}: ${evictionInWords(change)}`;
    case 'freePort':
      return `free host port ${change.port.port}/${change.port.protocol} on ${change.node}: ${evictionInWords(change)}`;
    case 'evictPods':
      return evictionInWords(change);
    case 'addToleration': {
      const { key = '', value, effect = '' } = change.toleration;
      return `let the pod tolerate ${taintInWords({ key, ...(value ? { value } : {}), effect })}`;
    }
    case 'removeTaint':
      return `lift the taint ${taintInWords(change.taint)} from ${change.node}`;
    case 'setNodeLabel':
      return change.value === null
        ? `take the label ${change.label} from ${change.node}`
        : `label ${change.node} with ${change.label}=${change.value}`;
    case 'removePodRequirement':
      return (
        `take ${change.field}${keyInWords(change.key)} from the pod` +
        (change.meant === undefined ? '' : `, or ask for ${change.meant}`)
      );
    case 'moveVolume': {
      const { volume, claim, labels } = change;
      return `move volume ${volume} of claim ${claim.namespace}/${claim.name} to ${placeInWords(labels)}`;
    }
    case 'uncordon':
      return `uncordon ${change.node}`;
  }
}

function keyInWords(key: string | null): string {
  return key === null ? '' : `[${key}]`;
}

function placeInWords(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ');
}

function evictionInWords({ pods, otherPods = 0, budgets, otherBudgets = 0 }: Eviction): string {
  const notes = budgets.flatMap(({ namespace, name, allowed, needed, severalBudgets }) =>
    severalBudgets === true
      ? []
      : [`budget ${namespace}/${name} allows ${allowed} disruption${allowed === 1 ? '' : 's'} of ${needed}`],
  );
  const several = budgets.flatMap(({ namespace, name, severalBudgets }) =>
    severalBudgets === true ? [`${namespace}/${name}`] : [],
  );
  if (several.length > 0) notes.push(`the eviction API refuses a pod with several budgets: ${listed(several)}`);
  if (otherBudgets > 0)
    notes.push(`${otherBudgets} budget${otherBudgets === 1 ? '' : 's'} of another team would break`);
  const leaving = [
    ...(pods.length === 0 ? [] : [podsInWords(pods)]),
    ...(otherPods === 0 ? [] : [othersInWords(otherPods)]),
  ];
  const lost = pods.filter(({ afterEviction }) => afterEviction === 'lost');
  if (lost.length > 0) notes.unshift(`no controller recreates ${lostInWords(lost, pods.length + otherPods)}`);
  return `evict ${listed(leaving)}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

/** All that leave are not named again. */
function lostInWords(lost: readonly NamedPod[], leaving: number): string {
  if (lost.length < leaving) return podsInWords(lost);
  return leaving === 1 ? 'it' : 'them';
}

/** The first few by name, the others by number. */
export function podsInWords(pods: readonly Pick<NamedPod, 'namespace' | 'name'>[]): string {
  const named = pods.slice(0, MOST_NAMED).map(({ namespace, name }) => `${namespace}/${name}`);
  const others = pods.length - named.length;
  return others > 0 ? `${named.join(', ')} and ${others} more` : listed(named);
}

/** Pods that may not be named. */
export function othersInWords(count: number): string {
  return `${count} pod${count === 1 ? '' : 's'} of another team`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`;
}
