import { z } from 'zod';
import { pageQuery, time } from '../../ground/http/index.js';

/** Which revisions; all that is given must hold. */
export const revisionFilter = z.strictObject({
  actor: z.string().optional().describe('By whom: the `X-Berth-Actor` of the request.'),
  principal: z.string().optional().describe('By whoever this authenticated.'),
  requestId: z.string().optional().describe('By the request of this `X-Request-Id`.'),
  client: z.string().optional().describe('By this program: the `User-Agent` of the request.'),
  reason: z.string().optional().describe('For this reason: the `X-Berth-Reason` of the request.'),
  since: time.optional().describe('Only at or after this time.'),
  until: time.optional().describe('End of the bucket, exclusive.'),
});

export const revisionQuery = z.strictObject({ ...revisionFilter.shape, ...pageQuery });

export const revisionSchema = z
  .object({
    revision: z.string(),
    firstPosition: z.string().describe('Of its first change.'),
    lastPosition: z.string().describe('Of its last change; one less than the first where it has none.'),
    count: z.number().int().describe('Of its changes.'),
    at: z.iso.datetime(),
    actor: z.string(),
    principal: z.string(),
    requestId: z.string(),
    client: z.string(),
    reason: z.string(),
    leafRoot: z.string().describe('Root of the Merkle tree over its changes and decisions.'),
    prevHash: z.string().describe('Hash of the revision before it.'),
    hash: z.string().describe('Over all of this: the next link of the chain.'),
    run: z.uuid().nullable().describe('The run that it is a part of.'),
  })
  .meta({ id: 'Revision', description: 'One committed write, and who did it.' });

export const revisionPage = z
  .object({ items: z.array(revisionSchema), nextPageToken: z.string().optional() })
  .meta({
    id: 'RevisionPage',
    description: 'A page of revisions, newest first. It may hold few or none and yet have a next one.',
  });
