import {
  daemonNodeUse,
  daemonPodSpec,
  type DaemonNodeUse,
  type DaemonSpec,
  type KubernetesObject,
  type Pod,
  type Taint,
} from '#kubernetes';
import { IncomingPod } from '#scheduler';
import { nodeOf } from '../../pods/index.js';
import { controllerOf, uidOf } from '../../state/index.js';
import type { Template } from '../replica-set/index.js';
import type { DaemonSet } from './daemon-set.js';

interface GivenSpec extends DaemonSpec {
  readonly nodeName?: string;
}

const GOES: DaemonNodeUse = { shouldRun: false, mayStay: false };
const uses = new WeakMap<Template, (node: KubernetesObject) => DaemonNodeUse>();

/** What is done with each node by the template of the set's pods. // as NodeShouldRunDaemonPod */
export function nodeUses(template: Template): (node: KubernetesObject) => DaemonNodeUse {
  const known = uses.get(template);
  if (known !== undefined) return known;
  const spec = (template.spec ?? {}) as GivenSpec;
  const { requiredNodes } = new IncomingPod({ spec: template.spec ?? {} });
  const useBy = daemonNodeUse(spec);
  const made = (node: KubernetesObject): DaemonNodeUse => {
    const { name, labels = {} } = node.metadata;
    const isNamed = (spec.nodeName ?? '') === '' || spec.nodeName === name;
    return isNamed && requiredNodes({ name, labels }) ? useBy(taintsOf(node)) : GOES;
  };
  uses.set(template, made);
  return made;
}

/** The template of the pod for a node. */
export function templateFor(template: Template, node: string): Template {
  return { ...template, spec: daemonPodSpec((template.spec ?? {}) as GivenSpec, node) };
}

/** The node that a pod is on, or asks for; empty where it is for none. // as GetTargetNodeName */
export function targetNode({ spec }: Pod): string {
  const { nodeName = '', affinity } = (spec ?? {}) as {
    readonly nodeName?: string;
    readonly affinity?: { readonly nodeAffinity?: { readonly [REQUIRED]?: { readonly nodeSelectorTerms?: Terms } } };
  };
  if (nodeName !== '') return nodeName;
  const terms = affinity?.nodeAffinity?.[REQUIRED]?.nodeSelectorTerms ?? [];
  const fields = terms.flatMap(({ matchFields = [] }) => matchFields);
  const named = fields.find(({ key, operator }) => key === 'metadata.name' && operator === 'In');
  return named?.values?.length === 1 ? (named.values[0] ?? '') : '';
}

/** Whether what a DaemonSet reads of a node is another. */
export function isOtherNode(before: KubernetesObject, after: KubernetesObject): boolean {
  const seen = (node: KubernetesObject): string => JSON.stringify([node.metadata.labels, taintsOf(node)]);
  return seen(before) !== seen(after);
}

/**
 * Whether a set has something to do on a node that came or changed: a pod is missing, one is to go, or one may be where
 * it should be again. Otherwise its status stays as it is until the next look. // as kubernetes v1.34 syncNodeUpdate
 */
export function concerns(node: KubernetesObject, set: DaemonSet, pods: readonly KubernetesObject[]): boolean {
  const { shouldRun, mayStay } = nodeUses(set.spec.template ?? {})(node);
  const isMisplaced = (set.status?.numberMisscheduled ?? 0) > 0;
  if (!shouldRun && mayStay && !isMisplaced) return false;
  const isThere = pods.some(
    (pod) => pod.kind === 'Pod' && nodeOf(pod as Pod) === node.metadata.name && controllerOf(pod)?.uid === uidOf(set),
  );
  return isThere ? !mayStay || isMisplaced : shouldRun;
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
type Terms = readonly {
  readonly matchFields?: readonly {
    readonly key?: string;
    readonly operator?: string;
    readonly values?: readonly string[];
  }[];
}[];

function taintsOf(node: KubernetesObject): readonly Taint[] {
  const { taints = [] } = ((node as { readonly spec?: object }).spec ?? {}) as { readonly taints?: readonly Taint[] };
  return taints;
}
