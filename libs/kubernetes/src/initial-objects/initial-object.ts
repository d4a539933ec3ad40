import type { KubernetesObject } from '../metadata/index.js';

/** An object as a cluster begins with it: named, without a uid. */
export type InitialObject = KubernetesObject;
