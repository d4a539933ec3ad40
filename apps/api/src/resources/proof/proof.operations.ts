import { CheckpointService, type CheckpointView, ProofService, type ProvedEntry } from '#history';
import { ok, refuse } from '#requests';
import { z } from 'zod';
import { ClusterModel, ClusterMutationInput, clusterRef } from '../clusters/index.js';
import { inCluster, inNamespace } from '../../ground/caller/index.js';
import { connectionOf, typeOf } from '../../ground/graphql/index.js';
import { sendText, UNCACHED, withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import {
  checkpointListQuery,
  checkpointPage,
  checkpointSchema,
  checkpointSize,
  consistencyQuery,
  consistencySchema,
  inclusionQuery,
  inclusionSchema,
  ledgerQuery,
  ledgerText,
  signingKeySchema,
} from './proof.schema.js';

const tag = 'proof';
// A caller that decides something proves it: within their visibility.
const permission = inNamespace('viewer');
const uses = { checkpoints: CheckpointService };
const proofs = { proofs: ProofService };
const answer = { status: 200, description: 'The checkpoint.', schema: checkpointSchema };
const NDJSON = 'application/x-ndjson';

const CheckpointConnection = connectionOf<CheckpointView>(checkpointSchema, {
  name: 'Checkpoint',
  what: 'a checkpoint',
  counted: false,
});

export const createCheckpoint = operation({
  name: 'createCheckpoint',
  route: 'POST /v1/clusters/:cluster/checkpoints',
  tag,
  permission: inCluster('auditor'),
  summary: 'Sign a checkpoint',
  description: "At the cluster's last revision. If nothing was written since the last checkpoint, returns that one.",
  uses,
  answer: { ...answer, status: 201 },
  problems: [ErrorCode.HISTORY_NOT_SIGNED, ErrorCode.HISTORY_ARCHIVED, ErrorCode.STORAGE_UNAVAILABLE],
  run: ({ checkpoints }, { caller, path: { cluster } }) => checkpoints.create(caller, cluster),
  headers: ({ cluster, size }) => ({ location: `/v1/clusters/${cluster}/checkpoints/${size}` }),
}).mutation({
  description:
    "Signs a checkpoint at the cluster's last revision. If nothing was written since the last checkpoint, " +
    'returns that one. An idempotency key has no effect.',
  input: { what: 'The cluster.', about: 'A checkpoint to sign.', type: ClusterMutationInput },
  path: ({ clusterId }) => ({ cluster: clusterRef(clusterId) }),
  payload: { checkpoint: { type: typeOf(checkpointSchema), what: 'The checkpoint' } },
  changed: (checkpoint) => ({ checkpoint }),
});

export const listCheckpoints = operation({
  name: 'listCheckpoints',
  route: 'GET /v1/clusters/:cluster/checkpoints',
  tag,
  permission,
  summary: 'List checkpoints',
  description: 'Largest first.',
  uses,
  query: checkpointListQuery,
  answer: { status: 200, description: 'A page of checkpoints.', schema: checkpointPage },
  pages: { place: z.string().regex(/^[0-9]{1,15}$/) },
  run: ({ checkpoints }, { caller, path: { cluster }, page: { pageSize, after } }) =>
    checkpoints.list(caller, cluster, { pageSize, ...(after !== undefined && { before: Number(after) }) }),
}).connection({
  on: () => ClusterModel,
  name: 'checkpoints',
  description: 'Its signed checkpoints, largest first; the same at every moment. Proofs are served by REST.',
  type: () => CheckpointConnection,
  forward: true,
  list: 'checkpoints',
  parts: ['position'],
  placeOf: ([size = '']) => size,
  partsOf: ({ size }) => [size],
  asked: ({ uid }) => ({ cluster: uid }),
  node: (checkpoint) => checkpoint,
});

export const getCheckpoint = operation({
  name: 'getCheckpoint',
  route: 'GET /v1/clusters/:cluster/checkpoints/:size',
  tag,
  permission,
  summary: 'Read a checkpoint',
  description: 'By its size, or `latest`. text/plain is the signed note itself; store it outside the service.',
  uses,
  answer,
  problems: [ErrorCode.CHECKPOINT_NOT_FOUND],
  lasts: ({ params }) => (params['size'] === 'latest' ? 'changing' : 'numbered'),
  run: async ({ checkpoints }, { caller, path: { cluster, size } }) => {
    const asked = checkpointSize.safeParse(size);
    return asked.success ? checkpoints.get(caller, cluster, asked.data) : refuse({ kind: 'CheckpointNotFound', size });
  },
  asText: ({ note }) => note,
});

export const getSigningKey = operation({
  name: 'getSigningKey',
  route: 'GET /v1/signing-key',
  tag,
  permission: 'everybody',
  summary: 'Read the public key of checkpoints',
  description:
    'One key signs for all clusters. text/plain is the PEM file for `berth verify --key`. A verifier ' +
    'fetches it once and keeps it.',
  uses,
  answer: { status: 200, description: 'The public key.', schema: signingKeySchema },
  run: ({ checkpoints }) => ok(checkpoints.signingKey()),
  asText: ({ publicKeyPem }) => publicKeyPem,
}).field({
  on: 'Query',
  name: 'signingKey',
  description: 'The public key of the checkpoints of all clusters.',
  type: typeOf(signingKeySchema),
  asked: () => ({}),
});

export const proveInclusion = operation({
  name: 'proveInclusion',
  route: 'GET /v1/clusters/:cluster/proofs/inclusion',
  tag,
  permission,
  summary: 'Prove an entry',
  description: 'Proves that a revision, a change or a decision is in the history of a checkpoint.',
  uses: proofs,
  query: inclusionQuery,
  answer: { status: 200, description: 'The proof.', schema: inclusionSchema },
  problems: [
    ErrorCode.REVISION_NOT_FOUND,
    ErrorCode.CHANGE_NOT_FOUND,
    ErrorCode.DECISION_NOT_FOUND,
    ErrorCode.CHECKPOINT_NOT_FOUND,
    ErrorCode.HISTORY_NOT_SIGNED,
    ErrorCode.HISTORY_ARCHIVED,
    ErrorCode.STORAGE_UNAVAILABLE,
  ],
  run: (services, { caller, path: { cluster }, query: { size, ...entry } }) =>
    services.proofs.inclusion(caller, cluster, { ...entryOf(entry), ...withoutUndefined({ size }) }),
});

export const proveConsistency = operation({
  name: 'proveConsistency',
  route: 'GET /v1/clusters/:cluster/proofs/consistency',
  tag,
  permission,
  summary: 'Prove consistency of two checkpoints',
  description: 'Proves that the history of one checkpoint begins with that of another.',
  uses: proofs,
  query: consistencyQuery,
  answer: { status: 200, description: 'The proof.', schema: consistencySchema },
  problems: [ErrorCode.CHECKPOINT_NOT_FOUND, ErrorCode.HISTORY_ARCHIVED],
  run: (services, { caller, path: { cluster }, query }) => services.proofs.consistency(caller, cluster, query),
});

export const exportLedger = operation({
  name: 'exportLedger',
  route: 'GET /v1/clusters/:cluster/ledger',
  tag,
  permission: inCluster('auditor'),
  summary: 'Export the ledger',
  description:
    'Every revision, change and decision in its hashed form, streamed, with a signed checkpoint as the ' +
    'last line. `berth verify` verifies it offline. A ledger without the last line is incomplete.',
  uses: proofs,
  query: ledgerQuery,
  answer: {
    status: 200,
    description: 'The ledger, in the form `berth.ledger/1`.',
    schema: ledgerText,
    types: [NDJSON],
  },
  problems: [
    ErrorCode.REVISION_NOT_FOUND,
    ErrorCode.HISTORY_NOT_SIGNED,
    ErrorCode.HISTORY_ARCHIVED,
    ErrorCode.STORAGE_UNAVAILABLE,
    ErrorCode.TOO_MANY_REQUESTS,
  ],
  send: async (services, { caller, path: { cluster }, query: { fromRevision: from, toRevision: to } }, { reply }) => {
    const consume = (text: AsyncIterable<string>): Promise<void> => sendText(reply.headers(UNCACHED), NDJSON, text);
    accepted(await services.proofs.ledger(caller, cluster, { ...withoutUndefined({ from, to }), consume }));
  },
});

/** The one that is given: the schema has seen to it. */
function entryOf({
  revision,
  position,
  decision = '',
}: {
  readonly revision?: bigint;
  readonly position?: bigint;
  readonly decision?: string;
}): ProvedEntry {
  if (revision !== undefined) return { revision };
  return position === undefined ? { decision } : { position };
}
