import { Field, InputType, ObjectType } from '@nestjs/graphql';
import type { CheckpointView, SigningKeyView } from '#history';
import { ClusterMutationInput } from '../clusters/index.js';
import { connectionOf, MutationPayload, DateTime } from '../../ground/graphql/index.js';

@ObjectType('Checkpoint', { description: "A signed statement of a cluster's log." })
export class CheckpointModel implements Omit<CheckpointView, 'cluster'> {
  @Field({
    description: 'Number of revisions of the cluster itself, which are the leaves of the tree; a decimal integer.',
  })
  readonly size!: string;

  @Field({ description: 'The root of the tree; SHA-256, hexadecimal.' })
  readonly root!: string;

  @Field(() => DateTime, { description: 'When it was signed.' })
  readonly at!: string;

  @Field({ description: 'The last revision that it covers; a decimal integer.' })
  readonly revision!: string;

  @Field({ description: 'The last position that it covers; a decimal integer.' })
  readonly position!: string;

  @Field({ description: 'The hash of that revision; SHA-256, hexadecimal.' })
  readonly hash!: string;

  @Field({ description: 'The signed note: a checkpoint in the form of c2sp.org/tlog-checkpoint.' })
  readonly note!: string;
}

/** A page of checkpoints. */
export const CheckpointConnection = connectionOf(CheckpointModel, {
  name: 'Checkpoint',
  what: 'a checkpoint',
  counted: false,
});

@ObjectType('SigningKey', { description: 'The public key of checkpoints.' })
export class SigningKeyModel implements SigningKeyView {
  @Field(() => String, { description: 'Ed25519.' })
  readonly algorithm!: 'Ed25519';

  @Field({ description: "The key's name in signed notes." })
  readonly name!: string;

  @Field(() => String, { description: "The key's id in signed notes, hexadecimal." })
  readonly id!: string;

  @Field({ description: 'The public key as PEM.' })
  readonly publicKeyPem!: string;

  @Field({ description: 'The public key in the format of signed notes.' })
  readonly verifierKey!: string;
}

@InputType({ description: 'A checkpoint to sign.' })
export class CreateCheckpointInput extends ClusterMutationInput {}

@ObjectType({ description: 'Payload of createCheckpoint.' })
export class CreateCheckpointPayload extends MutationPayload {
  @Field(() => CheckpointModel, { nullable: true, description: 'The checkpoint; null if refused.' })
  readonly checkpoint?: CheckpointModel;
}
