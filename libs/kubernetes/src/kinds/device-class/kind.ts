import {
  checkConfigurations,
  checkSelectors,
  type DeviceConfiguration,
  type DeviceSelector,
} from '../../devices/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import type { JudgedField } from '#apimachinery';
import { defineKind } from '../kind-definition.js';
import { deviceClassColumns } from './columns.js';

/** resource.k8s.io/v1 DeviceClass. */
export interface DeviceClass extends KubernetesObject {
  kind: 'DeviceClass';
  spec: { selectors?: DeviceSelector[]; config?: DeviceConfiguration[]; extendedResourceName?: string };
}

/** All about the kind DeviceClass. */
export const deviceClassKind = defineKind<DeviceClass>({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'DeviceClass',
  plural: 'deviceclasses',
  columns: deviceClassColumns,
  countsGeneration: true,
  hasSpec: true,
  returnsDeleted: true,
  // Drops a field of DRAExtendedResource, which is off. // as API server v1.34 dropDisabledFields
  prepare: ({ spec }, { isImported }) => {
    if (!isImported) delete spec.extendedResourceName;
  },
  check,
  // Judged once more. // as API server v1.34 ValidateDeviceClassUpdate
  checkUpdate: (deviceClass, _before, root) => {
    check(deviceClass, root);
  },
});

/** // as API server v1.34 validateDeviceClassSpec */
function check({ spec }: DeviceClass, root: JudgedField): void {
  const at = root.child('spec');
  checkSelectors(spec.selectors ?? [], at.child('selectors'));
  checkConfigurations(spec.config ?? [], at.child('config'));
}
