import { Readable } from 'node:stream';
import { z } from 'zod';
import { MirrorService } from '#transfer';
import { inCluster } from '../../ground/caller/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { mirrorEvent, mirrorQuery, mirrorReport } from './mirror.schema.js';

const tag = 'clusters';
const uses = { mirrors: MirrorService };

export const mirrorCluster = operation({
  name: 'mirrorCluster',
  route: 'POST /v1/clusters/:cluster/mirror',
  tag,
  permission: inCluster('mirror'),
  summary: 'Send what happened in a real cluster',
  description:
    'A batch of events of a real cluster, as watches of its API server report them, for the cluster that follows it: ' +
    'NDJSON, an event on each line. A batch is one revision. Batches of a stream are taken once and in order. ' +
    'From batch 0 on, only the mirror writes objects of the cluster. Objects that admission would refuse are stored ' +
    'as far as they can be read, with a warning.',
  uses,
  query: mirrorQuery,
  body: mirrorEvent,
  envelope: z.unknown(),
  accepts: 'stream',
  answer: { status: 200, description: 'The result.', schema: mirrorReport },
  problems: [
    ErrorCode.MIRROR_SEQUENCE,
    ErrorCode.MIRROR_ALIVE,
    ErrorCode.CLUSTER_HAS_CONTROLLERS,
    ErrorCode.IDEMPOTENCY_KEY_REUSED,
  ],
  run: ({ mirrors }, { caller, path: { cluster }, query, body }) => {
    const source: unknown = body;
    return mirrors.follow(caller, { cluster, ...query, body: source instanceof Readable ? source : Readable.from([]) });
  },
});

export const stopMirror = operation({
  name: 'stopMirror',
  route: 'DELETE /v1/clusters/:cluster/mirror',
  tag,
  permission: inCluster('editor'),
  summary: 'Stop following a real cluster',
  description: 'The cluster stays as it is, and others may write to it again. A mirror that still sends is refused.',
  uses,
  answer: { status: 204, description: 'Stopped.' },
  problems: [ErrorCode.CLUSTER_NOT_FOLLOWED],
  run: ({ mirrors }, { caller, path: { cluster } }) => mirrors.stop(caller, cluster),
});
