import { IncomingPod, type Pod } from '#scheduler';
import type { HypotheticalCluster, KnownPod } from '../cluster/index.js';
import { countOf, part, type GivenObject, type NewPod, type Workload } from '../workloads/index.js';
import { madePod, schedulesLike, type MadePod } from './controlled-pods.js';

/** Pods of an older template that their controller deletes, and what it makes in their place. */
export interface Outdated {
  readonly leaving: readonly Pod[];
  /** In which order they are replaced, each in its place: of a DaemonSet or StatefulSet. */
  readonly replaced: readonly Replaced[];
  /** What it leaves alone, in words. */
  readonly kept?: string;
}

/** A pod, and the one of its number or node. */
export interface Replaced {
  readonly old: Pod;
  readonly next: NewPod;
}

/** The pod that the template makes; undefined where it makes none, as for no node. */
export function firstMade(cluster: HypotheticalCluster, workload: Workload): MadePod | undefined {
  const [first] = workload.podsFrom(0, 1);
  return first && madePod(cluster, workload, first);
}

/** Which pods go for the template that came in, as their controller has it. The template is a valid one. */
export function outdatedOf(
  cluster: HypotheticalCluster,
  { whole, workload }: { readonly whole: GivenObject; readonly workload: Workload },
  present: readonly KnownPod[],
): Outdated {
  if (whole.kind === 'DaemonSet' || whole.kind === 'StatefulSet') {
    const replaced = inPlace(cluster, { whole, workload }, present);
    const { leaving, ...updated } = updatedOf(whole, replaced);
    return { ...updated, leaving: [...leaving, ...displaced(cluster, whole, present)] };
  }
  const made = firstMade(cluster, workload);
  const template = made !== undefined && 'pod' in made ? made.pod : undefined;
  const leaving = present.filter(({ pod }) => template !== undefined && !schedulesLike(pod, template));
  return { leaving: leaving.map(({ pod }) => pod), replaced: [] };
}

/** Pods that differ from what is made of their number or for their node. */
function inPlace(
  cluster: HypotheticalCluster,
  { whole: { kind }, workload }: { readonly whole: GivenObject; readonly workload: Workload },
  present: readonly KnownPod[],
): readonly Replaced[] {
  const byPlace = new Map(
    workload.podsFrom(0, workload.replicas).map((next) => [kind === 'DaemonSet' ? next.node : next.name, next]),
  );
  return [...present]
    .sort((a, b) => workload.leavingOrder(a, b))
    .flatMap(({ pod }): Replaced[] => {
      const next = byPlace.get(kind === 'DaemonSet' ? nodeOf(pod) : pod.metadata?.name);
      if (next === undefined) return [];
      const made = madePod(cluster, workload, next);
      const bare = kind === 'DaemonSet' ? withoutPlace : (one: Pod): Pod => one;
      return 'pod' in made && !schedulesLike(bare(pod), bare(made.pod)) ? [{ old: pod, next }] : [];
    });
}

/** A pod of a DaemonSet without what the controller adds for its node, which dumps written by hand do not have. */
function withoutPlace({ spec = {}, ...pod }: Pod): Pod {
  const { affinity, tolerations, ...others } = spec;
  const { nodeAffinity, ...apart } = affinity ?? {};
  const preferred = nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution;
  const kept = {
    ...apart,
    ...(preferred && { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } }),
  };
  return {
    ...pod,
    spec: {
      ...others,
      ...(Object.keys(kept).length > 0 && { affinity: kept }),
      tolerations: (tolerations ?? []).filter(({ key = '' }) => !key.startsWith('node.kubernetes.io/')),
    },
  };
}

/** The node of a pod of a DaemonSet, which asks for it by name while it waits. */
function nodeOf({ spec }: Pod): string | undefined {
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  return spec?.nodeName ?? terms?.[0]?.matchFields?.[0]?.values?.[0];
}

/** Pods of a DaemonSet on nodes that it selects no more. // as kubernetes v1.34 NodeShouldRunDaemonPod */
function displaced(
  { snapshot }: HypotheticalCluster,
  { kind, object }: GivenObject,
  present: readonly KnownPod[],
): readonly Pod[] {
  if (kind !== 'DaemonSet') return [];
  const { requiredNodes } = new IncomingPod({ spec: part(object, 'spec', 'template', 'spec') });
  return present.flatMap(({ pod }) => {
    const node = snapshot.nodes[snapshot.rowOf(pod.spec?.nodeName ?? '') ?? -1];
    return node === undefined || requiredNodes(node) ? [] : [pod];
  });
}

/** What of them the update strategy replaces. // as kubernetes v1.34 apps updateStrategy */
function updatedOf({ kind, namespace, name, object }: GivenObject, replaced: readonly Replaced[]): Outdated {
  const strategy = part(object, 'spec', 'updateStrategy');
  const subject = `${kind} ${namespace}/${name}`;
  const count = replaced.length;
  if (count > 0 && strategy['type'] === 'OnDelete') {
    const stay = count === 1 ? '1 pod stays as it is' : `${count} pods stay as they are`;
    const kept = `${subject} has updateStrategy OnDelete: ${stay} until deleted, and the new template is not judged`;
    return { leaving: [], replaced: [], kept };
  }
  const partition = kind === 'StatefulSet' ? countOf(part(strategy, 'rollingUpdate')['partition'], 0) : 0;
  const updated = replaced.filter(({ old }) => kind === 'DaemonSet' || ordinalOf(old) >= partition);
  const kept = `${subject} keeps ${count - updated.length} of its pods as they are, below its partition ${partition}`;
  return { leaving: updated.map(({ old }) => old), replaced: updated, ...(updated.length < count && { kept }) };
}

function ordinalOf({ metadata }: Pod): number {
  return Number(/-(\d+)$/.exec(metadata?.name ?? '')?.[1] ?? -1);
}
