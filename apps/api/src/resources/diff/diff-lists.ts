import type { ObjectDifference, PlacementDifference } from '#history';
import { compareKeys } from '../../ground/graphql/index.js';
import type { ListOrder } from '../../ground/operation/index.js';

/** Lists of a diff are in the order of these keys. */
type Order<Item> = ListOrder<Item, readonly string[]>;

export const BY_OBJECT: Order<ObjectDifference> = {
  placeOf: ({ kind, namespace, name }) => [kind, namespace, name],
  compare: (object, place) => compareKeys(BY_OBJECT.placeOf(object), place),
};
export const BY_POD: Order<PlacementDifference> = {
  placeOf: ({ pod: { namespace, name } }) => [namespace, name],
  compare: (pod, place) => compareKeys(BY_POD.placeOf(pod), place),
};
