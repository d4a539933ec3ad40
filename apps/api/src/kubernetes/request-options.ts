import { z } from 'zod';
import { parseRequest } from '../http/index.js';
import { ErrorCode, RequestRefused } from '../outcome/index.js';

const dryRun = z.union([z.literal(''), z.literal('All', 'Unsupported value: supported values: "All"')]).optional();
const flag = z.enum(['true', 'false', '1', '0', '']).optional();

/** Query parameters that are looked at; the API server ignores others too. */
const writeQuery = z.object({ dryRun });
const listQuery = z.object({
  labelSelector: z.string().optional(),
  fieldSelector: z.string().optional(),
  limit: z.string().regex(/^[0-9]{1,9}$/, 'must be a number that is not negative').transform(Number).optional(),
  continue: z.string().optional(),
  watch: flag,
});

const preconditions = z.object({ uid: z.string().optional(), resourceVersion: z.string().optional() });

/** metav1.DeleteOptions. Deleting is immediate here, so the policies are accepted and change nothing. */
const deleteOptions = z.object({
  preconditions: preconditions.nullish(),
  dryRun: z.array(z.literal('All', 'Unsupported value: supported values: "All"')).nullish(),
});

export function isDryRun(query: unknown): boolean {
  return parseRequest(writeQuery, query).dryRun === 'All';
}

export function listOptions(query: unknown): z.output<typeof listQuery> {
  const options = parseRequest(listQuery, query);
  if (options.watch === 'true' || options.watch === '1') throw RequestRefused.with(ErrorCode.INVALID_REQUEST, 'watch is not supported yet: list again instead');
  return options;
}

/** From the body and the query: each may ask for a dry run. */
export function deletionOptions(query: unknown, body: unknown): { readonly dryRun: boolean; readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string } } {
  const { preconditions: given, dryRun: inBody } = parseRequest(deleteOptions, body);
  const { uid, resourceVersion } = given ?? {};
  return {
    dryRun: isDryRun(query) || (inBody ?? []).length > 0,
    preconditions: { ...(uid === undefined ? {} : { uid }), ...(resourceVersion === undefined ? {} : { resourceVersion }) },
  };
}
