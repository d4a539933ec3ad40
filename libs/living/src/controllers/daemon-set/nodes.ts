import { ownField } from '#json';
import { tolerates, type KubernetesObject, type Pod, type Taint, type Toleration } from '#kubernetes';
import { IncomingPod } from '#scheduler';
import type { Template } from '../replica-set/index.js';

/** What a DaemonSet does with a node. */
export interface NodeUse {
  /** A pod is to be there. */
  readonly shouldRun: boolean;
  /** One that is there may stay. */
  readonly mayStay: boolean;
}

/** What every pod of a DaemonSet tolerates. // as AddOrUpdateDaemonPodTolerations */
const TOLERATED: readonly Toleration[] = [
  ...['not-ready', 'unreachable'].map((key) => tolerationOf(key, 'NoExecute')),
  ...['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map((key) =>
    tolerationOf(key, 'NoSchedule'),
  ),
];
/** And those on the network of their node. */
const ON_NETWORK = tolerationOf('network-unavailable', 'NoSchedule');

interface GivenSpec {
  readonly nodeName?: string;
  readonly hostNetwork?: boolean;
  readonly affinity?: { readonly nodeAffinity?: object };
  readonly tolerations?: readonly Toleration[];
}

const uses = new WeakMap<Template, (node: KubernetesObject) => NodeUse>();

/** What is done with each node by the template of the set's pods. // as NodeShouldRunDaemonPod */
export function nodeUses(template: Template): (node: KubernetesObject) => NodeUse {
  const known = uses.get(template);
  if (known !== undefined) return known;
  const spec = (template.spec ?? {}) as GivenSpec;
  const { requiredNodes } = new IncomingPod({ spec: template.spec ?? {} });
  const tolerations = daemonTolerations(spec);
  const isTolerated = (taint: Taint): boolean => tolerations.some((one) => tolerates(one, taint));
  const made = (node: KubernetesObject): NodeUse => {
    const { name, labels = {} } = node.metadata;
    const isNamed = (spec.nodeName ?? '') === '' || spec.nodeName === name;
    if (!isNamed || !requiredNodes({ name, labels })) return { shouldRun: false, mayStay: false };
    const { taints = [] } = ((node as { readonly spec?: object }).spec ?? {}) as { readonly taints?: readonly Taint[] };
    const untolerated = taints.filter((taint) => taint.effect !== 'PreferNoSchedule' && !isTolerated(taint));
    return { shouldRun: untolerated.length === 0, mayStay: !untolerated.some(({ effect }) => effect === 'NoExecute') };
  };
  uses.set(template, made);
  return made;
}

/** The template of the pod for a node, which asks for that node alone. // as ReplaceDaemonSetPodNodeNameNodeAffinity */
export function templateFor(template: Template, node: string): Template {
  const spec = (template.spec ?? {}) as GivenSpec;
  const term = { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] };
  const nodeAffinity = {
    ...spec.affinity?.nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] },
  };
  return {
    ...template,
    spec: { ...spec, affinity: { ...spec.affinity, nodeAffinity }, tolerations: daemonTolerations(spec) },
  };
}

/** The node that a pod is on, or asks for. // as GetTargetNodeName */
export function targetNode({ spec }: Pod): string {
  const { nodeName = '', affinity } = (spec ?? {}) as {
    readonly nodeName?: string;
    readonly affinity?: { readonly nodeAffinity?: { readonly [REQUIRED]?: { readonly nodeSelectorTerms?: Terms } } };
  };
  if (nodeName !== '') return nodeName;
  const terms = affinity?.nodeAffinity?.[REQUIRED]?.nodeSelectorTerms ?? [];
  const fields = terms.flatMap(({ matchFields = [] }) => matchFields);
  return fields.find(({ key }) => key === 'metadata.name')?.values?.[0] ?? '';
}

/** Whether what a DaemonSet reads of a node is another. */
export function isOtherNode(before: KubernetesObject, after: KubernetesObject): boolean {
  const seen = ({ metadata: { labels }, ...node }: KubernetesObject): string => {
    const { taints } = ((node as { readonly spec?: object }).spec ?? {}) as { readonly taints?: unknown };
    return JSON.stringify([labels, taints]);
  };
  return seen(before) !== seen(after);
}

const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
type Terms = readonly {
  readonly matchFields?: readonly { readonly key?: string; readonly values?: readonly string[] }[];
}[];

function daemonTolerations({ tolerations = [], hostNetwork }: GivenSpec): readonly Toleration[] {
  const own = hostNetwork === true ? [...TOLERATED, ON_NETWORK] : TOLERATED;
  const isOwn = (one: Toleration): boolean => own.some(({ key, effect }) => key === one.key && effect === one.effect);
  return [...tolerations.filter((one) => !isOwn(one)), ...own];
}

function tolerationOf(key: string, effect: string): Toleration {
  return { key: `node.kubernetes.io/${key}`, operator: 'Exists', effect };
}

/** The number of the template that the API server counts. */
export function templateGeneration({ metadata: { annotations } }: KubernetesObject): string | undefined {
  return annotations === undefined ? undefined : ownField(annotations, TEMPLATE_GENERATION);
}
