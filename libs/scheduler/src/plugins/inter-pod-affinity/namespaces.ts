import { everyPod, type ObjectKind } from '../../objects/index.js';

/** Namespaces, by whose labels terms select. */
export const NAMESPACES = { kind: 'Namespace', list: 'namespaces', concerns: everyPod } as const satisfies ObjectKind;
