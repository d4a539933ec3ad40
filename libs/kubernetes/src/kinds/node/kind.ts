import {
  checkName,
  cidrProblems,
  flag,
  int64,
  list,
  object,
  resourceList,
  sameValue,
  text,
  whole,
  type JudgedField,
} from '#apimachinery';
import { internalView } from '../../internals/index.js';
import { conditions, printTimes, type Condition, type KubernetesObject } from '../../metadata/index.js';
import { anyResourceName, checkNamedAmount, type ResourceList } from '../../resources/index.js';
import { checkTaints, taint, type Taint } from '../../tolerations/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { nodeColumns } from './columns.js';

/** core/v1 Node: a machine that pods are bound to. */
export interface Node extends KubernetesObject {
  kind: 'Node';
  spec?: NodeSpec;
  status?: NodeStatus;
}

export interface NodeSpec {
  unschedulable?: boolean;
  taints?: Taint[];
  providerID?: string;
  podCIDR?: string;
  podCIDRs?: string[];
  configSource?: object;
}

export interface NodeStatus {
  capacity?: ResourceList;
  allocatable?: ResourceList;
  conditions?: Condition[];
  images?: ContainerImage[];
  volumesAttached?: { name?: string; devicePath?: string }[];
  addresses?: NodeAddress[];
  daemonEndpoints?: { kubeletEndpoint?: { Port?: number } };
  nodeInfo?: Record<string, unknown>;
  config?: object;
}

/** Under what it is reached. */
interface NodeAddress {
  type?: string;
  address?: string;
}

/** An image that a node holds, under all its names. */
export interface ContainerImage {
  names?: string[];
  sizeBytes?: number;
}

/** All about the kind Node. */
export const nodeKind = defineKind<Node>({
  apiVersion: 'v1',
  kind: 'Node',
  plural: 'nodes',
  judgesMetadata: ['whole', 'change'],
  shortNames: ['no'],
  statusSubresource: true,
  selectableFields: { 'spec.unschedulable': 'false' },
  hasSpec: true,
  columns: nodeColumns,
  fields: {
    spec: object<NodeSpec>({
      unschedulable: flag,
      taints: list(taint),
      providerID: text,
      podCIDR: text,
      podCIDRs: list(text),
      configSource: whole<object>(),
    }),
    status: object<NodeStatus>({
      capacity: resourceList,
      allocatable: resourceList,
      conditions,
      images: list(object({ names: list(text), sizeBytes: int64 })),
      volumesAttached: list(object({ name: text, devicePath: text })),
      addresses: list(object<NodeAddress>({ type: text, address: text }), { mergeKey: 'type' }),
      daemonEndpoints: whole<NonNullable<NodeStatus['daemonEndpoints']>>(),
      nodeInfo: whole<NonNullable<NodeStatus['nodeInfo']>>(),
      config: whole<object>(),
    }),
  },
  complete,
  prepare,
  check,
  checkUpdate,
  checkStatus: checkUpdate,
});

/** Allocatable is the capacity unless something else is said. // as API server v1.34 SetDefaults_NodeStatus */
function complete(node: Node): void {
  const status = (node.status ??= {});
  if (status.allocatable === undefined && status.capacity !== undefined) status.allocatable = { ...status.capacity };
}

const NODE_INFO = [
  ...(['machineID', 'systemUUID', 'bootID', 'kernelVersion', 'osImage', 'containerRuntimeVersion'] as const),
  'kubeletVersion',
  ...(['kubeProxyVersion', 'operatingSystem', 'architecture'] as const),
] as const;

/** What a kubelet says of itself is printed though it says nothing. What comes from elsewhere stays as it is. */
function prepare({ spec = {}, status = {} }: Node, { isNew, old }: Arrival): void {
  if (!isNew && old === undefined) return;
  dropConfiguration({ spec, status }, old as Node | undefined);
  completeRanges(spec);
  printTimes(status.conditions, ['lastHeartbeatTime', 'lastTransitionTime']);
  if (!isNew) return;
  status.daemonEndpoints ??= { kubeletEndpoint: { Port: 0 } };
  const said = (status.nodeInfo ??= {});
  for (const field of NODE_INFO) said[field] ??= '';
}

/** The first of its ranges has a field of its own, which wins. // as API server v1.34 Convert_v1_NodeSpec_To_core */
function completeRanges(spec: NodeSpec): void {
  const { podCIDR = '', podCIDRs = [] } = spec;
  if (podCIDR !== '' && podCIDRs[0] !== podCIDR) spec.podCIDRs = [podCIDR];
  else if (podCIDRs[0] !== undefined) spec.podCIDR = podCIDRs[0];
}

/** Dynamic configuration of kubelets is gone. // as API server v1.34 nodeStrategy dropDisabledFields */
function dropConfiguration({ spec, status }: Required<Pick<Node, 'spec' | 'status'>>, old: Node | undefined): void {
  if (old?.spec?.configSource === undefined) delete spec.configSource;
  if (old?.status?.config === undefined) delete status.config;
}

const AVOID_PODS = 'scheduler.alpha.kubernetes.io/preferAvoidPods';

/**
 * Its taints, which are reported at the metadata as upstream, and amounts that make sense. Names of its resources are
 * the kubelet's. // as API server v1.34 ValidateNode
 */
function check({ metadata, spec, status }: Node, root: JudgedField): void {
  const annotation = metadata.annotations?.[AVOID_PODS];
  const problem = annotation === undefined ? undefined : jsonProblem(annotation);
  if (problem !== undefined)
    root.child('metadata').child('annotations').child('AvoidPods').invalid(AVOID_PODS, problem);
  checkTaints(spec?.taints ?? [], root.child('metadata').child('taints'));
  checkAmountsOf(status ?? {}, root.child('status'));
  checkRanges(spec?.podCIDRs ?? [], root.child('spec').child('podCIDRs'));
  const { podCIDR = '', podCIDRs: [first] = [] } = spec ?? {};
  if (podCIDR !== '' && podCIDR !== first) checkName(podCIDR, cidrProblems, root.child('spec').child('podCIDR'));
}

/** What is wrong with a text that should be JSON, as Go tells it. */
function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const first = text.trim()[0];
    const begins = first === undefined || /[{["\d-]/.test(first);
    return begins ? 'unexpected end of JSON input' : `invalid character '${first}' looking for beginning of value`;
  }
}

function checkRanges(ranges: readonly string[], at: JudgedField): void {
  ranges.forEach((range, index) => checkName(range, cidrProblems, at.index(index)));
  if (ranges.length < 2) return;
  const families = new Set(ranges.map((range) => range.includes(':')));
  if (families.size < 2 || ranges.length > 2)
    at.invalid(ranges, 'may specify no more than one CIDR for each IP family');
  ranges.forEach((range, index) => {
    if (ranges.indexOf(range) < index) at.index(index).duplicate(range);
  });
}

/** Amounts, by the names of resources as fields. // as API server v1.34 ValidateNodeResources */
function checkAmountsOf(status: NodeStatus, at: JudgedField): void {
  for (const field of ['capacity', 'allocatable'] as const)
    for (const [name, amount] of Object.entries(status[field] ?? {}))
      checkNamedAmount(name, amount, { nameRule: anyResourceName, at: at.child(field).child(name) });
}

/** What a node is known by stays. // as API server v1.34 ValidateNodeUpdate */
function checkUpdate(node: Node, before: Node, root: JudgedField): void {
  checkAmountsOf(node.status ?? {}, root.child('status'));
  const addresses = new Set<string>();
  node.status?.addresses?.forEach((address, index) => {
    const identity = `${address.type ?? ''} ${address.address ?? ''}`;
    const path = root.child('status').child('addresses').index(index);
    if (addresses.has(identity)) path.duplicate(internalView(address, 'NodeAddress'));
    addresses.add(identity);
  });
  if (before.spec?.podCIDRs !== undefined && !sameValue(node.spec?.podCIDRs, before.spec.podCIDRs))
    root.child('spec').child('podCIDRs').forbidden('node updates may not change podCIDR except from "" to valid');
  const old = before.spec?.providerID ?? '';
  if (old !== '' && old !== node.spec?.providerID) {
    root.child('spec').child('providerID').forbidden('node updates may not change providerID except from "" to valid');
  }
  // They are judged with the whole node already, and reported twice.
  checkTaints(node.spec?.taints ?? [], root.child('metadata').child('taints'));
}
