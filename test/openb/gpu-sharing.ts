import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';

/** The package under examples/ that everything here is about. */
export const PACKAGE = fileURLToPath(new URL('../../../examples/gpu-sharing/', import.meta.url));

/** The policies of the paper, in its order. */
export const POLICIES = ['Random', 'DotProd', 'GpuClustering', 'GpuPacking', 'BestFit', 'FGD'] as const;
export type Policy = (typeof POLICIES)[number];

/** Pods that ask for the same; cpu and parts of a GPU in thousandths. */
export interface PodClass {
  readonly pods: number;
  readonly cpu: number;
  readonly gpus: number;
  readonly milli: number;
  readonly models: readonly string[];
}

export interface GpuSharingArgs {
  readonly policy: Policy;
  readonly seed: number;
  readonly workload: readonly PodClass[];
  readonly resource: string;
  readonly modelLabel: string;
}

/** What the plugin keeps of a node; `free`: what each of its devices has left, in thousandths. */
export interface NodeDevices {
  readonly name: string;
  readonly model: string;
  readonly cpu: number;
  readonly free: readonly number[];
}

type Amounts = Readonly<Record<string, number>>;

export interface NodeAsSeen {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly allocatable: Amounts;
}

interface PodAsSeen {
  readonly requests: Amounts;
}

/** The package's plugin, as docs/plugins.md says; what is said of a node it keeps in the state alone. */
export interface GpuSharing {
  readonly name: string;
  readonly reach: 'node';
  readonly nodeState: {
    create(node: NodeAsSeen, args: GpuSharingArgs): NodeDevices;
    add(node: NodeDevices, pod: PodAsSeen, args: GpuSharingArgs): void;
  };
  filter(pod: PodAsSeen, node: null, args: GpuSharingArgs, devices: NodeDevices): true | Verdict | string;
  score(pod: PodAsSeen, node: null, args: GpuSharingArgs, devices: NodeDevices): number;
}

/** Why a node does not fit, where that is not `Unschedulable`. */
export interface Verdict {
  readonly code: 'Unschedulable' | 'UnschedulableAndUnresolvable';
  readonly reasons: readonly string[];
}

/** How much of a node's idle GPUs the workload cannot use, in the mean over its typical classes; in thousandths. */
export interface Fragmentation {
  typicalClasses(workload: readonly PodClass[]): readonly unknown[];
  fragmentation(node: NodeDevices, classes: readonly unknown[]): number;
}

export async function importGpuSharing(): Promise<GpuSharing & Fragmentation> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(PACKAGE, file)).href);
  const [plugin, fragmentation] = await Promise.all([load('index.js'), load('fragmentation.js')]);
  return { ...(plugin as { readonly default: GpuSharing }).default, ...(fragmentation as Fragmentation) };
}
