import { failsAt, type Trace } from './trace.js';

/** Rows where this plugin is the only one that fails, ascending: nodes that would do if it were not for it. */
export function soleRejections(trace: Trace, plugin: string): Uint32Array {
  return trace.rows.filter((row) => failsAt(trace, plugin, row) && !othersFail(trace, plugin, row));
}

/** No plugin stands behind a node list that left a node out. */
function othersFail(trace: Trace, plugin: string, row: number): boolean {
  const other = (name: string | null | undefined): boolean => name !== null && name !== undefined && name !== plugin;
  return other(trace.status(row)?.plugin) || trace.failures(row).some((status) => other(status.plugin));
}
