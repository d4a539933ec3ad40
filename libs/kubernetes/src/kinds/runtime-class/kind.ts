import {
  checkImmutable,
  checkLabels,
  checkName,
  dnsLabelProblems,
  list,
  object,
  resourceList,
  sameValue,
  text,
  textMap,
  type JudgedField,
} from '#apimachinery';
import { internalView } from '../../internals/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import { checkResourceList, containerResourceName, type ResourceList } from '../../resources/index.js';
import { checkTolerations, toleration, type Toleration } from '../../tolerations/index.js';
import { defineKind } from '../kind-definition.js';
import { runtimeClassColumns } from './columns.js';

/** node.k8s.io/v1 RuntimeClass: what its pods cost besides their containers, and which nodes can run them. */
export interface RuntimeClass extends KubernetesObject {
  kind: 'RuntimeClass';
  handler?: string;
  overhead?: { podFixed?: ResourceList };
  scheduling?: { nodeSelector?: Record<string, string>; tolerations?: Toleration[] };
}

/** All about the kind RuntimeClass. */
export const runtimeClassKind = defineKind<RuntimeClass>({
  apiVersion: 'node.k8s.io/v1',
  kind: 'RuntimeClass',
  plural: 'runtimeclasses',
  judgesMetadata: ['whole', 'change'],
  createsOnUpdate: true,
  requiresVersion: true,
  columns: runtimeClassColumns,
  fields: {
    handler: text,
    overhead: object({ podFixed: resourceList }),
    scheduling: object({ nodeSelector: textMap, tolerations: list(toleration) }),
  },
  check,
  checkUpdate,
});

/**
 * Its handler, what its pods cost and where they may run; fields are named as upstream names them, where they
 * are and where they are not.
 * // as API server v1.34 ValidateRuntimeClass
 */
function check(runtimeClass: RuntimeClass, root: JudgedField): void {
  checkName(runtimeClass.handler ?? '', dnsLabelProblems, root.child('handler'));
  checkResourceList(runtimeClass.overhead?.podFixed, containerResourceName, root.child('overhead').child('limits'));
  const at = root.child('scheduling');
  checkLabels(runtimeClass.scheduling?.nodeSelector, at.child('nodeSelector'));
  const { tolerations = [] } = runtimeClass.scheduling ?? {};
  tolerations.forEach((one, index) => {
    checkTolerations([one], at.child('tolerations').child('tolerations'));
    if (tolerations.slice(0, index).some((other) => sameValue(one, other)))
      at.child('tolerations').index(index).duplicate(internalView(one, 'Toleration'));
  });
}

/** Pods were admitted with this handler. */
function checkUpdate(runtimeClass: RuntimeClass, before: RuntimeClass, root: JudgedField): void {
  checkImmutable(runtimeClass.handler ?? '', before.handler ?? '', root.child('handler'));
}
