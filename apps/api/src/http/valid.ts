import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { parseRequest } from './parse-request.js';

/**
 * The one pipe of bodies and queries, `@Query(valid(listQuery)) query: z.output<typeof listQuery>`: what does not fit the schema is refused with
 * every problem at once.
 */
export function valid<Schema extends z.ZodType>(schema: Schema): PipeTransform<unknown, z.output<Schema>> {
  return { transform: (input) => parseRequest(schema, input) };
}
