import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CheckpointService,
  ProofService,
  type ConsistencyView,
  type InclusionView,
  type ProvedEntry,
  type SigningKeyView,
} from '#history';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { AnswerHeaders, Preferred, typeOfText, sendText, withoutUndefined, valid } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import {
  consistencyQuery,
  consistencySchema,
  inclusionQuery,
  inclusionSchema,
  ledgerQuery,
  ledgerText,
  signingKeySchema,
} from './proof.schema.js';

const NDJSON = 'application/x-ndjson';
const KEY_TYPES = ['application/json', 'text/plain'] as const;

@ApiTags('proof')
@Controller('v1')
export class ProofsController {
  constructor(
    private readonly proofs: ProofService,
    private readonly checkpoints: CheckpointService,
  ) {}

  @Get('signing-key')
  @AnswerHeaders<SigningKeyView | string>(typeOfText)
  @Described({
    id: 'getSigningKey',
    summary: 'Read the public key of checkpoints',
    description:
      'One key signs for all clusters. text/plain is the PEM file for `berth verify --key`. A verifier ' +
      'fetches it once and keeps it.',
    answer: { status: 200, description: 'The public key.', schema: signingKeySchema, types: [...KEY_TYPES] },
    problems: [ErrorCode.NOT_ACCEPTABLE],
  })
  signingKey(@Preferred(KEY_TYPES) type: (typeof KEY_TYPES)[number]): SigningKeyView | string {
    const key = this.checkpoints.signingKey();
    return type === 'application/json' ? key : key.publicKeyPem;
  }

  @Get('clusters/:cluster/proofs/inclusion')
  @Described({
    id: 'proveInclusion',
    summary: 'Prove an entry',
    description: 'Proves that a revision, a change or a decision is in the history of a checkpoint.',
    query: inclusionQuery,
    answer: { status: 200, description: 'The proof.', schema: inclusionSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.REVISION_NOT_FOUND,
      ErrorCode.CHANGE_NOT_FOUND,
      ErrorCode.DECISION_NOT_FOUND,
      ErrorCode.CHECKPOINT_NOT_FOUND,
      ErrorCode.HISTORY_NOT_SIGNED,
      ErrorCode.HISTORY_ARCHIVED,
      ErrorCode.STORAGE_UNAVAILABLE,
    ],
  })
  async inclusion(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(inclusionQuery)) query: z.output<typeof inclusionQuery>,
  ): Promise<InclusionView> {
    const { size, ...entry } = query;
    return accepted(await this.proofs.inclusion(caller, cluster, { ...entryOf(entry), ...withoutUndefined({ size }) }));
  }

  @Get('clusters/:cluster/proofs/consistency')
  @Described({
    id: 'proveConsistency',
    summary: 'Prove consistency of two checkpoints',
    description: 'Proves that the history of one checkpoint begins with that of another.',
    query: consistencyQuery,
    answer: { status: 200, description: 'The proof.', schema: consistencySchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.CHECKPOINT_NOT_FOUND,
      ErrorCode.HISTORY_ARCHIVED,
    ],
  })
  async consistency(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(consistencyQuery)) query: z.output<typeof consistencyQuery>,
  ): Promise<ConsistencyView> {
    return accepted(await this.proofs.consistency(caller, cluster, query));
  }

  @Get('clusters/:cluster/ledger')
  @Described({
    id: 'exportLedger',
    summary: 'Export the ledger',
    description:
      'Every revision, change and decision in its hashed form, streamed, with a signed checkpoint as the ' +
      'last line. `berth verify` verifies it offline. A ledger without the last line is incomplete.',
    query: ledgerQuery,
    answer: {
      status: 200,
      description: 'The ledger, in the form `berth.ledger/1`.',
      schema: ledgerText,
      types: [NDJSON],
    },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.REVISION_NOT_FOUND,
      ErrorCode.HISTORY_NOT_SIGNED,
      ErrorCode.HISTORY_ARCHIVED,
      ErrorCode.STORAGE_UNAVAILABLE,
      ErrorCode.NOT_ACCEPTABLE,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async ledger(
    @Caller() caller: Caller,
    @Preferred([NDJSON]) type: typeof NDJSON,
    @Param('cluster') cluster: string,
    @Query(valid(ledgerQuery)) query: z.output<typeof ledgerQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { fromRevision: from, toRevision: to } = query;
    accepted(
      await this.proofs.ledger(caller, cluster, {
        ...withoutUndefined({ from, to }),
        consume: (text) => sendText(reply, type, text),
      }),
    );
  }
}

/** The one that is given: the schema has seen to it. */
function entryOf({ revision, position, decision = '' }: Omit<z.output<typeof inclusionQuery>, 'size'>): ProvedEntry {
  if (revision !== undefined) return { revision };
  return position === undefined ? { decision } : { position };
}
