import { z } from 'zod';
import { ErrorCode } from '../outcome/index.js';

const entry = z.object({
  pointer: z.string().describe('Where in the body (RFC 6901), or the name of a query parameter or header.'),
  code: z.enum(ErrorCode),
  detail: z.string(),
  index: z.number().int().optional().describe('Which object of an import, from 0.'),
  kind: z.string().optional(),
  namespace: z.string().optional(),
  name: z.string().optional(),
});

/** The body of every error under /v1, Kubernetes paths excepted. */
export const problemSchema = z
  .object({
    type: z.string().describe('Where the code is explained.'),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string().describe('Path of the request.'),
    code: z.enum(ErrorCode).describe('Which error it is; never renamed.'),
    requestId: z.string().describe('The id under which the log has this request.'),
    traceId: z.string().optional().describe('The trace that spans tell of it in, where they are on.'),
    errors: z.array(entry).optional().describe('Everything that is wrong, all at once.'),
  })
  .meta({ id: 'Problem', description: 'Problem details (RFC 9457).' });
