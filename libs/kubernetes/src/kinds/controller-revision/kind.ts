import type { KubernetesObject } from '../../metadata/index.js';
import { internalView } from '../../internals/index.js';
import { checkNotNegative, sameValue, type JudgedField } from '#apimachinery';
import { defineKind } from '../kind-definition.js';
import { controllerRevisionColumns } from './columns.js';

/** apps/v1 ControllerRevision: what a controller's template was at a time. */
export interface ControllerRevision extends KubernetesObject {
  kind: 'ControllerRevision';
  /** Anything that is JSON. */
  data?: unknown;
  revision?: number;
}

/** All about the kind ControllerRevision. */
export const controllerRevisionKind = defineKind<ControllerRevision>({
  apiVersion: 'apps/v1',
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  columns: controllerRevisionColumns,
  namespaced: true,
  check,
  checkUpdate: ({ data }, before, root) => {
    if (!sameValue(data, before.data)) root.child('data').invalid(internalView(data, 'map'), 'field is immutable');
  },
});

/** It has data and a number. // as API server v1.34 ValidateControllerRevision */
function check({ data, revision }: ControllerRevision, root: JudgedField): void {
  if (data === undefined) root.child('data').required('data is mandatory');
  checkNotNegative(revision, root.child('revision'));
}
