import { equalJson } from '#json';
import type { PastObject } from '#state';
import { placementColumns, splitPod, storedOf, tableOf } from '#rows';
import { sameObject, type FoldedObject } from './object-history.js';
import type { StateRow } from './state.queries.js';

/** What a row says otherwise than the log, column by column. */
export function* rowFaults(
  row: StateRow,
  { object, resourceVersion, createdPosition, boundAt }: FoldedObject,
  { teamId, begin }: { readonly teamId: string; readonly begin: bigint },
): Iterable<string> {
  const stored = storedOf(row);
  const {
    metadata: { uid = '', creationTimestamp },
    apiVersion,
  } = object;
  const says = (column: string, present: unknown, logged: unknown): string[] =>
    present === logged ? [] : [`its ${column} is ${String(present)}, the log leads to ${String(logged)}`];
  if (!sameObject(stored.object, object)) yield 'is another object than the log leads to';
  yield* says('resource_version', row.resource_version, String(resourceVersion));
  yield* says('created_position', row.created_position, String(createdPosition));
  yield* says('uid', row.uid, uid);
  yield* says('created_at', row.created_at.toISOString(), new Date(creationTimestamp ?? 0).toISOString());
  if (row.team_id !== undefined) yield* says('team_id', row.team_id, teamId);
  if (row.api_version !== undefined) yield* says('api_version', row.api_version, apiVersion);
  // What wrote the pod whole has folded the time of its binding into the manifest.
  if (boundAt !== undefined && row.bound_at !== undefined && row.bound_at !== null)
    yield* says('bound_at', row.bound_at.toISOString(), boundAt);
  // Who wrote an object is in the log, as long as that is there.
  if (row.changed_at !== undefined && resourceVersion > begin) {
    yield* says('changed_at', row.changed_at, null);
    yield* says('changed_by', row.changed_by, null);
  }
  if (tableOf(row.kind) === 'pods') yield* podFaults(row, object, says);
}

/** What a snapshot's line says otherwise than the log. */
export function* lineFaults(
  line: PastObject,
  { object, resourceVersion, createdPosition }: FoldedObject,
): Iterable<string> {
  if (line.resourceVersion !== resourceVersion || line.createdPosition !== createdPosition)
    yield (
      `is of ${line.createdPosition} to ${line.resourceVersion}, the log leads to ` +
      `${createdPosition} to ${resourceVersion}`
    );
  // As a rule both are made by the same steps, and are the same text.
  const isSame = line.text === JSON.stringify(object) || sameObject(line.stored().object, object);
  if (line.uid !== object.metadata.uid || !isSame) yield 'is another object than the log leads to';
}

/** The columns that queries and scheduling read in place of the manifest. */
function* podFaults(
  row: StateRow,
  object: FoldedObject['object'],
  says: (column: string, present: unknown, logged: unknown) => string[],
): Iterable<string> {
  const {
    columns: { node_name, phase, priority, scheduler_name },
  } = splitPod(object);
  yield* says('node_name', row.node_name, node_name);
  yield* says('phase', row.phase, phase);
  yield* says('priority', row.priority, priority);
  yield* says('scheduler_name', row.scheduler_name, scheduler_name);
  // Rows that were written before these columns were have none of them: the manifest is read in their place.
  const columns = [row.shape, row.nominated_node, row.started_ms];
  if (columns.every((column) => column === null)) return;
  const { nominated_node, shape, started_ms } = placementColumns(row.manifest);
  yield* says('nominated_node', row.nominated_node, nominated_node);
  yield* says('started_ms', row.started_ms, started_ms === null ? null : String(started_ms));
  // The members of a manifest come back in another order than they were written in.
  if (row.shape !== shape && !equalJson(jsonOf(row.shape ?? ''), JSON.parse(shape)))
    yield* says('shape', row.shape, shape);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
