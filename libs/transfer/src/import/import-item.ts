import { shortened } from '#apimachinery';
import type { ImportItem } from '#requests';

/** What to say of one object of the input, which may be anything; fields that it lacks are shown as empty. */
export function itemOf(
  index: number,
  object: object,
  { field, message }: { readonly field?: string; readonly message: string },
): ImportItem {
  const { apiVersion, kind, metadata } = object as {
    readonly apiVersion?: unknown;
    readonly kind?: unknown;
    readonly metadata?: unknown;
  };
  const { namespace, name } = (metadata ?? {}) as { readonly namespace?: unknown; readonly name?: unknown };
  return {
    index,
    apiVersion: text(apiVersion),
    kind: text(kind),
    namespace: text(namespace),
    name: text(name),
    ...(field === undefined || field === '' ? {} : { field: shortened(field) }),
    message: shortened(message),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? shortened(value) : '';
}
