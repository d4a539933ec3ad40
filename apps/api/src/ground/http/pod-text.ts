import { z } from 'zod';

/** A pod by `namespace/name`. */
export const podText = z
  .string()
  .regex(/^[^/]+\/[^/]+$/, 'must be namespace/name')
  .transform((text) => {
    const slash = text.indexOf('/');
    return { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
  });
