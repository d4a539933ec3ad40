import { z } from 'zod';

/** What is said of the component that a schema is, or that it was described from. */
export function componentOf(schema: z.ZodType): ReturnType<typeof z.globalRegistry.get> {
  const said = z.globalRegistry.get(schema);
  const { parent } = schema._zod;
  return said?.id !== undefined || parent === undefined ? said : componentOf(parent as z.ZodType);
}
