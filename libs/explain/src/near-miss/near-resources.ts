import type { IncomingPod, ReadableSnapshot } from '#scheduler';
import { writtenLike } from '../labels/index.js';
import { counted, type NearMiss } from './near-miss.js';

/** Resources that a pod requests and no node offers, of which a node offers one that is written nearly so. */
export function nearResources(
  { requests }: IncomingPod,
  { resources, nodes }: Pick<ReadableSnapshot, 'resources' | 'nodes'>,
): readonly NearMiss[] {
  const offered = new Map<string, number>();
  for (const { name, allocatable } of resources.values()) {
    const offering = nodes.filter((_, row) => allocatable.at(row) > 0n).length;
    if (offering > 0) offered.set(name, offering);
  }
  return requests.flatMap(({ name, exact }): NearMiss[] => {
    if (exact === 0n || offered.has(name)) return [];
    const [near] = writtenLike(name, new Set(offered.keys()));
    if (near === undefined) return [];
    const count = offered.get(near) ?? 0;
    const sentence = `no node offers ${name}, ${counted(count, 'node')} ${count === 1 ? 'offers' : 'offer'} ${near}`;
    return [{ kind: 'resource', asked: name, nearest: near, count, sentence }];
  });
}
