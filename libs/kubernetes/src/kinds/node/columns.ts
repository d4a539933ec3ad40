import { AGE, ageOf, described, NAME, ofField, printerColumns, WIDE } from '../../table/index.js';

interface PrintedNode {
  readonly spec?: { readonly unschedulable?: boolean };
  readonly status?: {
    readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
    readonly addresses?: readonly { readonly type?: string; readonly address?: string }[];
    readonly nodeInfo?: {
      readonly kubeletVersion?: string;
      readonly osImage?: string;
      readonly kernelVersion?: string;
      readonly containerRuntimeVersion?: string;
    };
  };
}

/** A node in a table. // as API server v1.34 printNode */
export const nodeColumns = printerColumns<PrintedNode>({
  columns: [
    NAME,
    described('Status', 'The status of the node'),
    described('Roles', 'The roles of the node'),
    AGE,
    ofField('Version', 'NodeSystemInfo.kubeletVersion'),
    ofField('Internal-IP', 'NodeStatus.addresses', WIDE),
    ofField('External-IP', 'NodeStatus.addresses', WIDE),
    ofField('OS-Image', 'NodeSystemInfo.osImage', WIDE),
    ofField('Kernel-Version', 'NodeSystemInfo.kernelVersion', WIDE),
    ofField('Container-Runtime', 'NodeSystemInfo.containerRuntimeVersion', WIDE),
  ],
  cells: (node, now) => {
    const { metadata, status } = node;
    return [
      metadata.name,
      statusOf(node),
      rolesOf(metadata.labels ?? {}).join(',') || '<none>',
      ageOf(metadata.creationTimestamp, now),
      status?.nodeInfo?.kubeletVersion ?? '',
      addressOf(node, 'InternalIP'),
      addressOf(node, 'ExternalIP'),
      status?.nodeInfo?.osImage || '<unknown>',
      status?.nodeInfo?.kernelVersion || '<unknown>',
      status?.nodeInfo?.containerRuntimeVersion || '<unknown>',
    ];
  },
});

/** The last of several conditions of one type counts. */
function statusOf({ spec, status }: PrintedNode): string {
  const ready = status?.conditions?.filter(({ type }) => type === 'Ready').at(-1);
  const word = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable === true ? `${word},SchedulingDisabled` : word;
}

const ROLE_PREFIX = 'node-role.kubernetes.io/';
const ROLE = 'kubernetes.io/role';

function rolesOf(labels: Readonly<Record<string, string>>): string[] {
  const roles = Object.entries(labels).map(([key, value]) =>
    key.startsWith(ROLE_PREFIX) ? key.slice(ROLE_PREFIX.length) : key === ROLE ? value : '',
  );
  return [...new Set(roles)].filter((role) => role !== '').sort();
}

function addressOf({ status }: PrintedNode, wanted: string): string {
  return status?.addresses?.find(({ type }) => type === wanted)?.address ?? '<none>';
}
