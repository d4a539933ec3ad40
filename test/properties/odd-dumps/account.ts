import type { ImportReport } from '#transfer';
import type { DumpObject } from './dump-objects.js';

/** What the server owns, or keeps no list of. */
const OWNED = /^metadata\.(resourceVersion|managedFields|selfLink)\b/;

type Remark = { readonly index: number; readonly field?: string; readonly message: string };

/**
 * What of a dump is in no report and not in the cluster, one line each: objects, and fields of objects. `stored` finds
 * an object by its kind, namespace and name. Fields of a spec may stand outside of it in a later version.
 */
export function lostOf(
  objects: readonly DumpObject[],
  report: ImportReport,
  stored: (object: DumpObject) => object | undefined,
): string[] {
  const leftOut = new Set([...report.rejected, ...report.ignored].map(({ index }) => index));
  return objects.flatMap((object, index) => {
    if (leftOut.has(index)) return [];
    const kept = stored(object);
    const name = `${index} ${object.kind} ${String(object.metadata['name'])}`;
    if (kept === undefined) return [name];
    const remarks = report.warnings.filter((warning) => warning.index === index);
    const { status: _, ...wanted } = object;
    return leaves(object.kind === 'PodDisruptionBudget' ? wanted : object)
      .filter(([path, value]) => !OWNED.test(path) && valueAt(kept, path) !== value)
      .filter(([path, value]) => valueAt(kept, path.replace(/^spec\./, '')) !== value && !isReported(remarks, path))
      .map(([path]) => `${name}: ${path}`);
  });
}

/** Every value that is no list, no map and not nothing, by its path. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[path, value]];
  return Object.entries(value).flatMap(([key, item]) => leaves(item, path === '' ? key : `${path}.${key}`));
}

function valueAt(object: unknown, path: string): unknown {
  for (const [found] of candidates(object, path.split('.'))) return found;
  return undefined;
}

/** Keys have dots too: `metadata.labels.kubernetes.io/hostname`. */
function* candidates(value: unknown, parts: readonly string[]): Generator<[unknown]> {
  if (parts.length === 0) yield [value];
  if (typeof value !== 'object' || value === null) return;
  for (let length = 1; length <= parts.length; length += 1) {
    const key = parts.slice(0, length).join('.');
    if (Object.hasOwn(value, key)) yield* candidates((value as Record<string, unknown>)[key], parts.slice(length));
  }
}

/** Whether a remark names the field, something that it is in, or something in the same list, whose places move. */
function isReported(remarks: readonly Remark[], path: string): boolean {
  return remarks.some(({ field = '', message }) => {
    const named = field.replace(/\[([^\]]*)\]/g, '.$1');
    const list = named.replace(/\.\d+(\..*)?$/, '');
    return path === named || path.startsWith(`${named}.`) || path.startsWith(`${list}.`) || message.includes(path);
  });
}
