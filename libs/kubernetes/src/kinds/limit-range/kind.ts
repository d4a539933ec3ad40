import { list, object, resourceList, text } from '#apimachinery';
import { defineKind } from '../kind-definition.js';
import { checkLimitRangeItem } from './rules.js';
import type { LimitRange, LimitRangeItem } from './type.js';

/** All about the kind LimitRange. */
export const limitRangeKind = defineKind<LimitRange>({
  apiVersion: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  judgesMetadata: ['whole'],
  createsOnUpdate: true,
  shortNames: ['limits'],
  namespaced: true,
  hasSpec: true,
  fields: {
    spec: object({
      limits: list(
        object<LimitRangeItem>({
          type: text,
          max: resourceList,
          min: resourceList,
          default: resourceList,
          defaultRequest: resourceList,
          maxLimitRequestRatio: resourceList,
        }),
      ),
    }),
  },
  complete: ({ spec }) => {
    if (!spec.limits?.length) spec.limits = null;
    spec.limits?.forEach(completeItem);
  },
  // One without a name is named. // as API server v1.34 limitrangeStrategy.PrepareForCreate
  prepare: ({ metadata }, { isNew, newUid }) => {
    if (isNew && !metadata.name && newUid !== undefined) metadata.name = newUid();
  },
  check: ({ spec }, root) => {
    const at = root.child('spec').child('limits');
    const limits = spec.limits ?? [];
    limits.forEach((item, index) => {
      checkLimitRangeItem(item, at.index(index));
      const { type = '' } = item;
      const isRepeated = limits.slice(0, index).some((other) => (other.type ?? '') === type);
      if (isRepeated) at.index(index).child('type').duplicate(type);
    });
  },
});

/**
 * What a container gets by default is, where nothing else is said, the most that it may have; what it requests is what
 * it gets, or else the least that it may have.
 * // as API server v1.34 SetDefaults_LimitRangeItem
 */
function completeItem(item: LimitRangeItem): void {
  if (item.type !== 'Container') return;
  const limits = { ...item.max, ...item.default };
  const requests = { ...item.min, ...limits, ...item.defaultRequest };
  if (Object.keys(limits).length > 0) item.default = limits;
  if (Object.keys(requests).length > 0) item.defaultRequest = requests;
}
