import { labelValue, type Labels } from '#apimachinery';
import type { ReadableSnapshot } from '../snapshot/index.js';
import { BETA_REGION, BETA_ZONE, REGION, ZONE } from '../volumes/index.js';

/**
 * What tells zones of nodes apart: region and zone, the old label of each before the new one; null where both are
 * absent or empty. As kube-scheduler v1.20 utilnode.GetZoneKey.
 */
export function zoneKey(labels: Labels): string | null {
  const zone = labelValue(labels, BETA_ZONE) ?? labelValue(labels, ZONE) ?? '';
  const region = labelValue(labels, BETA_REGION) ?? labelValue(labels, REGION) ?? '';
  return zone === '' && region === '' ? null : `${region}\u0000${zone}`;
}

/**
 * All rows in the order in which kube-scheduler v1.20 keeps its nodes: the zones take turns, in the order in which they
 * came, with one node each. Nodes without a zone have one of their own.
 */
export function rowsByZoneTurns({ nodes }: Pick<ReadableSnapshot, 'nodes'>): readonly number[] {
  const zones = new Map<string | null, number[]>();
  for (const [row, { labels }] of nodes.entries()) {
    const key = zoneKey(labels);
    const rows = zones.get(key);
    if (rows === undefined) zones.set(key, [row]);
    else rows.push(row);
  }
  const turns = Math.max(0, ...[...zones.values()].map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => [...zones.values()].flatMap((rows) => rows[turn] ?? [])).flat();
}
