import type { ObjectDifference, PlacementDifference } from '#history';

/** What the lists of a diff are in the order of. */
export const keyOfObject = ({ kind, namespace, name }: ObjectDifference): readonly [string, string, string] => [
  kind,
  namespace,
  name,
];
export const keyOfPlacement = ({ pod: { namespace, name } }: PlacementDifference): readonly [string, string] => [
  namespace,
  name,
];
