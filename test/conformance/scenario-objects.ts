import { findKindByName } from '#kubernetes';
import { LIST_OF_KIND } from '#scheduler';
import type { Scenario } from './recording.js';

/** The lists of a scenario, by the kinds that they are of. */
const KINDS: readonly (readonly [kind: string, list: string])[] = [['Node', 'nodes'], ...LIST_OF_KIND, ['Pod', 'pods']];

/**
 * Everything of a scenario, the pods that are to be scheduled last, as manifests that can be imported: recordings leave
 * out what kind an object is.
 */
export function scenarioManifests({ objects, pods }: Scenario): object[] {
  const lists = objects as Readonly<Record<string, readonly object[] | undefined>>;
  return [
    ...KINDS.flatMap(([kind, list]) => (lists[list] ?? []).map((object) => ofKind(kind, object))),
    ...pods.map((pod) => ofKind('Pod', pod)),
  ];
}

function ofKind(kind: string, object: object): object {
  return { apiVersion: findKindByName(kind)?.apiVersion, kind, ...object };
}
