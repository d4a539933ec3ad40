import { setField } from '#json';
import { podOfClass, type Cycle, type IncomingPod, type PlacedPod, type ReadableSnapshot } from '#scheduler';
import type { Loads, PluginDescription, PodLists, Question } from '../messages.js';
import type { Facts } from './facts.js';

/** What is asked: about which rows, and whether they pass or how good they are. */
export interface Asked {
  readonly point: Question['point'];
  readonly cycle: Cycle;
  readonly rows: Uint32Array;
}

/** The number of pods on a node, among the amounts. */
const PODS = 'pods';

/** A question with all facts that the thread has not been sent before. */
export function questionOf({ point, cycle, rows }: Asked, facts: Facts, sees: PluginDescription): Question {
  const { pod, snapshot, args } = cycle;
  facts.beginQuestion();
  const numbers = {
    pod: facts.ofText(`pod ${pod.schedulingClass}`, () => podFact(pod)),
    args: facts.ofText(`args ${JSON.stringify(args ?? {})}`, () => args ?? {}),
    nodes: Int32Array.from(rows, (row) =>
      facts.ofObject(snapshot.nodes[row] ?? NO_NODE, () => nodeFact(snapshot, row)),
    ),
    loads: sees.reach === 'static' ? null : loadsOf(snapshot, rows),
    pods: sees.pods ? podsOf(snapshot, rows, facts) : null,
  };
  return { point, ...facts.take(), ...numbers };
}

const NO_NODE = Object.freeze({});

/** What pods of its class have in common, and what they ask for: cpu in thousandths, the rest in units or bytes. */
function podFact({ schedulingClass, requests }: IncomingPod): object {
  return { ...podOfClass(schedulingClass), requests: amountsOf(requests) };
}

function nodeFact(snapshot: ReadableSnapshot, row: number): object {
  const { name = '', labels = {} } = snapshot.nodes[row] ?? {};
  const allocatable: Record<string, number> = {};
  for (const [resource, column] of snapshot.resources) {
    const amount = column.allocatable.values[row] ?? 0;
    if (amount !== 0) setField(allocatable, resource, amount);
  }
  allocatable[PODS] = snapshot.allowedPods[row] ?? 0;
  return {
    metadata: { name, labels },
    spec: { taints: snapshot.taints[row] ?? [], unschedulable: snapshot.unschedulable[row] === 1 },
    allocatable,
  };
}

function placedFact({ namespace, name, labels, priority, load }: PlacedPod): object {
  return { metadata: { namespace, name, labels }, spec: { priority }, requests: amountsOf(load.amounts) };
}

function amountsOf(amounts: readonly { readonly name: string; readonly amount: number }[]): object {
  return Object.fromEntries(amounts.map(({ name, amount }) => [name, amount]));
}

function loadsOf(snapshot: ReadableSnapshot, rows: Uint32Array): Loads {
  const columns = [...snapshot.resources.values()].filter(({ name }) => name !== PODS);
  const resources = [...columns.map(({ name }) => name), PODS];
  const amounts = new Float64Array(rows.length * resources.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const first = at * resources.length;
    for (let index = 0; index < columns.length; index += 1)
      amounts[first + index] = columns[index]?.requested.values[row] ?? 0;
    amounts[first + columns.length] = snapshot.podCount[row] ?? 0;
  }
  return { resources, amounts };
}

function podsOf(snapshot: ReadableSnapshot, rows: Uint32Array, facts: Facts): PodLists {
  const ends = new Int32Array(rows.length);
  const ids: number[] = [];
  rows.forEach((row, at) => {
    for (const pod of snapshot.pods(row)) ids.push(facts.ofObject(pod, () => placedFact(pod)));
    ends[at] = ids.length;
  });
  return { ids: Int32Array.from(ids), ends };
}
