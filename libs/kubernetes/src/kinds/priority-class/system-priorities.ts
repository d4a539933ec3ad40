/** The two priority classes that every cluster has, whether or not they are stored. // as scheduling.k8s.io/v1 */
const SYSTEM_PRIORITIES: ReadonlyMap<string, number> = new Map([
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
]);

/** The priority of one of the system's own classes, undefined for any other name. */
export function systemPriority(className: string): number | undefined {
  return SYSTEM_PRIORITIES.get(className);
}

/** Their names and values. */
export function systemPriorities(): (readonly [name: string, value: number])[] {
  return [...SYSTEM_PRIORITIES];
}
