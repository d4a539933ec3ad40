import type { ResourceList } from '../../objects/index.js';
import { readList, requestAmount } from '../../resources/index.js';
import { factOfNodes } from '../../snapshot/index.js';

const ATTACHABLE_VOLUMES = 'attachable-volumes-';

/** Allocatable `attachable-volumes-*` of nodes, by resource name. A limit of 0 is present, unlike an absent one. */
export const ATTACHABLE_VOLUME_LIMITS = factOfNodes<ReadonlyMap<string, number>>({
  name: 'AttachableVolumeLimits',
  textOf: ({ status }) => {
    const limits = Object.entries(status?.allocatable ?? {}).filter(([name]) => name.startsWith(ATTACHABLE_VOLUMES));
    return limits.length === 0 ? null : JSON.stringify(Object.fromEntries(limits));
  },
  valueOf: (text) =>
    new Map(
      [...readList(JSON.parse(text) as ResourceList)].map(([name, limit]) => [name, requestAmount(name, limit).amount]),
    ),
  none: new Map(),
});
