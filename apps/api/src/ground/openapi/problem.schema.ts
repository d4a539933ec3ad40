import { z } from 'zod';
import { ErrorCode } from '../outcome/index.js';

const entry = z.object({
  pointer: z
    .string()
    .describe('The field as a JSON pointer (RFC 6901) into the body, or the name of a query parameter or header.'),
  code: z.enum(ErrorCode),
  detail: z.string(),
  index: z.number().int().optional().describe('Index of the object in the import, from 0.'),
  kind: z.string().optional(),
  namespace: z.string().optional(),
  name: z.string().optional(),
});

/** The body of every error under /v1, Kubernetes paths excepted. */
export const problemSchema = z
  .object({
    type: z.string().describe('URL of the description of the code.'),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string().describe('Path of the request.'),
    code: z.enum(ErrorCode).describe('The error code; never renamed.'),
    requestId: z.string().describe("The id of the request in the service's log."),
    traceId: z.string().optional().describe('The trace of the request, if the service exports spans.'),
    errors: z.array(entry).optional().describe('All problems found in the request.'),
  })
  .meta({ id: 'Problem', description: 'Problem details (RFC 9457).' });
