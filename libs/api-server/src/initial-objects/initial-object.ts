import type { KubernetesObject } from '#kubernetes';

/** An object as a cluster begins with it: named, without a uid. */
export type InitialObject = KubernetesObject;
