import { z } from 'zod';
import { pageQuery, time } from '../../ground/http/index.js';

/** Which revisions; all that is given must hold. */
export const revisionFilter = z.strictObject({
  actor: z.string().optional().describe('Only revisions of this caller: the `X-Berth-Actor` of the request.'),
  principal: z.string().optional().describe('Only revisions of this authenticated principal.'),
  requestId: z.string().optional().describe('Only revisions of the request with this `X-Request-Id`.'),
  client: z.string().optional().describe('Only revisions of this program: the `User-Agent` of the request.'),
  reason: z.string().optional().describe('Only revisions with this reason: the `X-Berth-Reason` of the request.'),
  since: time.optional().describe('Only at or after this time.'),
  until: time.optional().describe('Only before this time.'),
});

export const revisionQuery = z.strictObject({ ...revisionFilter.shape, ...pageQuery });

export const revisionSchema = z
  .object({
    revision: z.string().describe('Its number.'),
    firstPosition: z.string().describe('Position of its first change.'),
    lastPosition: z.string().describe('Position of its last change; `first` minus 1 if it has no changes.'),
    count: z.number().int().describe('Number of its changes.'),
    at: z.iso.datetime().describe('When it was written.'),
    clusterAt: z.iso
      .datetime()
      .optional()
      .describe('The time of the cluster at its end; absent in a cluster without a clock.'),
    actor: z.string().describe('Name of the caller: the `X-Berth-Actor` of the request.'),
    principal: z.string().describe('The authenticated principal.'),
    requestId: z.string().describe('The `X-Request-Id` of the request.'),
    client: z.string().describe('Program of the caller: the `User-Agent` of the request.'),
    reason: z.string().describe('Reason given by the caller: the `X-Berth-Reason` of the request. May be empty.'),
    leafRoot: z.string().describe('Root of the Merkle tree over its changes and decisions; hexadecimal.'),
    prevHash: z.string().describe('Hash of the previous revision; hexadecimal.'),
    hash: z.string().describe('Hash over all fields, which the next revision contains; hexadecimal.'),
    run: z.uuid().nullable().describe('The run of which it is a part.'),
  })
  .meta({ id: 'Revision', description: 'One committed write, and its author.' });

export const revisionPage = z
  .object({ items: z.array(revisionSchema), nextPageToken: z.string().optional() })
  .meta({
    id: 'RevisionPage',
    description: 'A page of revisions, newest first. It may contain few or no items although another page follows.',
  });
