import type { KubernetesObject } from '../../metadata/index.js';
import { AGE, ageOf, described, NAME, printerColumns } from '../../table/index.js';

/** A revision in a table, with the object that it is of. */
export const controllerRevisionColumns = printerColumns<{ readonly revision?: number }>({
  columns: [
    NAME,
    described('Controller', 'Controller of the object'),
    described('Revision', 'revision indicates the revision of the state represented by Data.'),
    AGE,
  ],
  cells: ({ metadata, revision = 0 }, now) => [
    metadata.name,
    controllerOf(metadata),
    revision,
    ageOf(metadata.creationTimestamp, now),
  ],
});

/** `statefulset.apps/web`; without a group the kind alone. */
function controllerOf({ ownerReferences = [] }: KubernetesObject['metadata']): string {
  const owner = ownerReferences.find(({ controller }) => controller === true);
  if (owner === undefined) return '<none>';
  const { apiVersion = '', kind = '', name = '' } = owner;
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/', 1).join('')}` : '';
  return `${`${kind}${group}`.toLowerCase()}/${name}`;
}
