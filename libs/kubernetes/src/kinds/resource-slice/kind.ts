import { checkDriver, checkPoolName, checkQualifiedName } from '../../devices/index.js';
import { internalView } from '../../internals/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import {
  checkImmutable,
  checkName,
  dnsLabelProblems,
  dnsSubdomainProblems,
  utf8Length,
  type JudgedField,
} from '#apimachinery';
import { checkNodeSelector, type NodeSelectorTerm } from '../../node-selector/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { resourceSliceColumns } from './columns.js';

/** resource.k8s.io/v1 ResourceSlice: devices of a driver, and the nodes that have them. */
export interface ResourceSlice extends KubernetesObject {
  kind: 'ResourceSlice';
  spec: ResourceSliceSpec;
}

interface ResourceSliceSpec {
  driver?: string;
  pool?: { name?: string; generation?: number; resourceSliceCount?: number };
  nodeName?: string;
  nodeSelector?: { nodeSelectorTerms?: NodeSelectorTerm[] };
  allNodes?: boolean;
  perDeviceNodeSelection?: boolean;
  sharedCounters?: unknown;
  devices?: Device[] | null;
}

interface Device {
  name?: string;
  attributes?: Record<string, Record<string, unknown>>;
  capacity?: Record<string, { requestPolicy?: unknown }>;
  taints?: unknown;
  consumesCounters?: unknown;
  nodeName?: string;
  nodeSelector?: unknown;
  allNodes?: boolean;
  bindingConditions?: unknown;
  bindingFailureConditions?: unknown;
  bindsToNode?: boolean;
  allowMultipleAllocations?: boolean;
}

/** All about the kind ResourceSlice. */
export const resourceSliceKind = defineKind<ResourceSlice>({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceSlice',
  plural: 'resourceslices',
  columns: resourceSliceColumns,
  countsGeneration: true,
  hasSpec: true,
  returnsDeleted: true,
  selectableFields: { 'spec.nodeName': '', 'spec.driver': '' },
  unselectable: (field) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${field}`,
  complete: ({ spec }) => {
    spec.pool ??= {};
  },
  prepare: ({ spec }, { isImported }) => {
    if (!isImported) dropDisabledFields(spec);
  },
  check,
});

const NODES = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection'] as const;
const MOST_DEVICES = 128;
const MOST_ATTRIBUTES = 32;
const LONGEST_VALUE = 64;
const NUMBER = '(0|[1-9]\\d*)';
const BEFORE = '(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)';
const VERSION = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(-${BEFORE}(\\.${BEFORE})*)?(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?$`,
);

const DISABLED_OF_DEVICES = [
  ...(['taints', 'consumesCounters', 'nodeName', 'nodeSelector', 'allNodes'] as const),
  ...(['bindingConditions', 'bindingFailureConditions', 'bindsToNode', 'allowMultipleAllocations'] as const),
] as const;

/** Drops the fields of feature gates that are off in v1.34. // as API server v1.34 dropDisabledFields */
function dropDisabledFields(spec: ResourceSliceSpec): void {
  delete spec.sharedCounters;
  delete spec.perDeviceNodeSelection;
  for (const device of spec.devices ?? []) {
    for (const field of DISABLED_OF_DEVICES) delete device[field];
    for (const capacity of Object.values(device.capacity ?? {})) delete capacity.requestPolicy;
  }
}

/** // as API server v1.34 validateResourceSliceSpec */
function check({ spec }: ResourceSlice, root: JudgedField, { old }: Arrival): void {
  const at = root.child('spec');
  checkDriver(spec.driver ?? '', at.child('driver'));
  checkPool(spec.pool ?? {}, at.child('pool'));
  if (old !== undefined) checkKept(spec, (old as ResourceSlice).spec, at);
  checkNodes(spec, at);
  const devices = spec.devices ?? [];
  if (devices.length > MOST_DEVICES) at.child('devices').tooMany(devices.length, MOST_DEVICES);
  const names = new Set<string>();
  devices.forEach((device, index) => {
    const path = at.child('devices').index(index);
    checkDevice(device, path);
    const { name = '' } = device;
    if (names.has(name)) path.child('name').duplicate(name);
    names.add(name);
  });
}

function checkPool(
  { name = '', generation = 0, resourceSliceCount = 0 }: object & NonNullable<ResourceSliceSpec['pool']>,
  at: JudgedField,
): void {
  checkPoolName(name, at.child('name'));
  if (resourceSliceCount <= 0) at.child('resourceSliceCount').invalid(resourceSliceCount, 'must be greater than zero');
  if (generation < 0) at.child('generation').invalid(generation, 'must be greater than or equal to zero');
}

/** One way of saying which nodes have the devices. */
function checkNodes(spec: ResourceSliceSpec, at: JudgedField): void {
  const { nodeName, nodeSelector } = spec;
  if (nodeName === '') at.child('nodeName').invalid(nodeName, 'must be either unset or set to a non-empty string');
  else if (nodeName !== undefined) checkName(nodeName, dnsSubdomainProblems, at.child('nodeName'));
  if (nodeSelector !== undefined) {
    checkNodeSelector(nodeSelector, at.child('nodeSelector'));
    if (nodeSelector.nodeSelectorTerms?.length !== 1)
      at.child('nodeSelector')
        .child('nodeSelectorTerms')
        .invalid(
          internalView(nodeSelector.nodeSelectorTerms ?? [], 'NodeSelectorTerm'),
          'must have exactly one node selector term',
        );
  }
  for (const field of ['allNodes', 'perDeviceNodeSelection'] as const)
    if (spec[field] === false) at.child(field).invalid(false, 'must be either unset or set to true');
  const given = NODES.filter((field) => spec[field] !== undefined && spec[field] !== false && spec[field] !== '');
  const needed = `exactly one of ${NODES.map((field) => `\`${field}\``).join(', ')} is required`;
  if (given.length === 0) at.required(needed);
  if (given.length > 1)
    at.invalid(`{${given.map((field) => `\`${field}\``).join(', ')}}`, `${needed}, but multiple fields are set`);
}

/** A name, and attributes with one value each. */
function checkDevice({ name = '', attributes = {}, capacity = {} }: Device, at: JudgedField): void {
  checkName(name, dnsLabelProblems, at.child('name'));
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  if (count > MOST_ATTRIBUTES)
    at.invalid(count, `the total number of attributes and capacities must not exceed ${MOST_ATTRIBUTES}`);
  for (const [key, value] of Object.entries(attributes)) {
    const path = at.child('attributes').key(key);
    checkQualifiedName(key, path);
    const values = Object.keys(value).length;
    if (values === 0) path.required('exactly one value must be specified');
    if (values > 1) path.invalid(internalView(value, 'DeviceAttribute'), 'exactly one value must be specified');
    if (values === 1) checkText(value, path);
  }
  for (const key of Object.keys(capacity)) checkQualifiedName(key, at.child('capacity').key(key));
}

/** A text that is short, or a version. // as API server v1.34 validateDeviceAttribute */
function checkText({ string, version }: Readonly<Record<string, unknown>>, at: JudgedField): void {
  if (typeof string === 'string' && utf8Length(string) > LONGEST_VALUE) at.child('string').tooLong(LONGEST_VALUE);
  if (typeof version !== 'string') return;
  const path = at.child('version');
  if (!VERSION.test(version)) path.invalid(version, 'must be a string compatible with semver.org spec 2.0.0');
  if (utf8Length(version) > LONGEST_VALUE) path.tooLong(LONGEST_VALUE);
}

/** Whose devices they are, and on which node, does not change. // as API server v1.34 validateResourceSliceSpec */
function checkKept(spec: ResourceSliceSpec, before: ResourceSliceSpec, at: JudgedField): void {
  checkImmutable(spec.pool?.name ?? '', before.pool?.name ?? '', at.child('pool').child('name'));
  checkImmutable(spec.driver ?? '', before.driver ?? '', at.child('driver'));
  checkImmutable(spec.nodeName, before.nodeName, at.child('nodeName'));
}
