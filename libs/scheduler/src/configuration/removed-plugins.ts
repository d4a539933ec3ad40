import { invalid, type FieldPath, type FieldProblem } from '#apimachinery';
import { CONFIGURATION_VERSION } from './configuration-version.js';

/** Plugins that earlier kube-schedulers had. As kube-scheduler v1.34 invalidPluginsByVersion. */
const REMOVED: ReadonlySet<string> = new Set(['AzureDiskLimits', 'CinderLimits', 'EBSLimits', 'GCEPDLimits']);

/** Whether the plugin is gone for good: naming it is an error even where an unknown name is none. */
export function isRemoved(name: string): boolean {
  return REMOVED.has(name);
}

export function removedProblem(path: FieldPath, name: string): FieldProblem {
  const version = JSON.stringify(CONFIGURATION_VERSION);
  return invalid(path, name, `was invalid in version ${version} (KubeSchedulerConfiguration is version ${version})`);
}
