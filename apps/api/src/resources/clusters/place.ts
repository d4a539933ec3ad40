import type { ClusterPlace } from '#cluster';

/** Something of a cluster, by the cluster's id and the moment that it is shown at. */
export interface Placed {
  readonly place: ClusterPlace;
}

const NOWHERE: ClusterPlace = { cluster: '' };

/** What is loaded together is of one place. */
export function placeOf([key]: readonly Placed[]): ClusterPlace {
  return key?.place ?? NOWHERE;
}

/** A place as a text: equal places have equal ones. */
export function keyOfPlace({ cluster, at = '' }: ClusterPlace): string {
  return `${cluster}@${at}`;
}
