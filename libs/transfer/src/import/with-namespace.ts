import { isJsonObject } from '#json';
import { findKind } from '#kubernetes';

/** kubectl leaves the namespace out of what lives in `default`. */
export function withNamespace(object: Record<string, unknown>): Record<string, unknown> {
  const { apiVersion, kind, metadata } = object;
  if (!isJsonObject(metadata) || metadata['namespace'] || !isNamespaced(apiVersion, kind)) return object;
  return { ...object, metadata: { ...metadata, namespace: 'default' } };
}

function isNamespaced(apiVersion: unknown, kind: unknown): boolean {
  return typeof apiVersion === 'string' && typeof kind === 'string' && findKind(apiVersion, kind)?.namespaced === true;
}
