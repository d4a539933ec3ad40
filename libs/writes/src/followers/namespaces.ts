import { ADMISSION_DEFAULTS, admitted, lookupsOf, stampCreated } from '../admission/index.js';
import { isInitialNamespace } from '../initial/index.js';
import { initialNamespaces } from './initial-namespaces.queries.js';
import { findMany, keyOf, type Manifest, type ObjectKey } from '#rows';
import type { Draft } from '../changes/index.js';
import type { Follower } from './follower.js';

/**
 * A created object brings along its namespace, or that of its events, where the namespace does not exist: in front of
 * the object that needs it, as far as that is not written yet.
 */
export const namespaces: Follower = {
  name: 'namespaces',
  isController: false,
  async follow({ tx, draft }) {
    const wanted = [...draft.inhabited].map(keyOfNamespace).filter((key) => draft.find(key) === undefined);
    if (wanted.length === 0) return;
    const present = await findMany(tx, draft.head.clusterId, wanted);
    const missing = wanted.filter((key) => !present.has(keyOf(key)));
    const names = missing.map(({ metadata }) => metadata.name);
    const initial = names.some(isInitialNamespace)
      ? await initialNamespaces(tx, draft.head)
      : new Map<string, Manifest>();
    draft.createInFront(names.map((name) => initial.get(name) ?? newNamespace(name, draft)));
  },
};

function keyOfNamespace(name: string): ObjectKey {
  return { kind: 'Namespace', metadata: { name } };
}

/** A namespace of that name, admitted. */
function newNamespace(name: string, draft: Draft): Manifest {
  const stamped = stampCreated({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, draft);
  const admission = admitted(stamped, {
    operation: 'create',
    ...lookupsOf([], { settings: ADMISSION_DEFAULTS, at: draft.at }),
  });
  if (admission.refused) throw new Error(`namespace ${name} was not admitted`);
  return admission.value.object;
}
