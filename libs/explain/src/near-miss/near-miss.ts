/** Something that a pod asks for, that nothing in the cluster has, and that something nearly has. */
export interface NearMiss {
  readonly kind: 'label' | 'node' | 'taint' | 'namespace' | 'resource';
  /** What is asked for: `pool=genral`. */
  readonly asked: string;
  /** What there is: `pool=general`. */
  readonly nearest: string;
  /** How many nodes, or pods of namespaces, have that. */
  readonly count: number;
  readonly sentence: string;
}

/** `1 node`, `2 nodes`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `has` or `have`. */
export function has(count: number): string {
  return count === 1 ? 'has' : 'have';
}
