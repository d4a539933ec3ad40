import type { ClusterObjects, PluginArgs } from './model.js';
import type { NodeObject, PodObject } from './objects.js';

export interface PluginName {
  readonly name: string;
  readonly weight?: number;
}

export interface PluginSet {
  readonly enabled?: readonly PluginName[];
  readonly disabled?: readonly PluginName[];
}

/** One entry of `profiles:` of a KubeSchedulerConfiguration. */
export interface ProfileEntry {
  readonly schedulerName?: string;
  readonly plugins?: Readonly<Record<string, PluginSet>>;
  readonly pluginConfig?: readonly { readonly name: string; readonly args?: PluginArgs }[];
}

/** A cluster, a profile, and the pods to schedule one after the other. */
export interface Scenario {
  readonly id: string;
  readonly family: string;
  readonly objects: ClusterObjects & { readonly nodes?: readonly NodeObject[]; readonly pods?: readonly PodObject[] };
  readonly profile?: ProfileEntry;
  readonly options?: { readonly nominateAfterPreemption?: boolean };
  readonly pods: readonly PodObject[];
}
