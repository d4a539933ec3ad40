import type { BindingRequest } from '#cluster';
import { z } from 'zod';
import { parseRequest } from '../ground/http/index.js';
import type { FieldValidation } from './field-validation.js';
import type { ResourcePath } from './resource-path.js';

/** v1 Binding, as schedulers post it. */
const binding = z.object({
  apiVersion: z.literal('v1').optional(),
  kind: z.literal('Binding').optional(),
  metadata: z
    .object({ name: z.string().optional(), namespace: z.string().optional(), uid: z.string().optional() })
    .optional(),
  target: z.object({ kind: z.literal('Node').or(z.literal('')).optional(), name: z.string().min(1) }),
});

export function bindingRequest(
  body: unknown,
  { cluster, namespace, name = '' }: ResourcePath,
  fields: FieldValidation,
): Omit<BindingRequest, 'dryRun'> {
  fields.checkObject(body, { apiVersion: 'v1', kind: 'Binding' });
  const { metadata, target } = parseRequest(binding, body);
  const uid = metadata?.uid;
  return { cluster, namespace, name, node: target.name, ...(uid === undefined ? {} : { uid }) };
}
