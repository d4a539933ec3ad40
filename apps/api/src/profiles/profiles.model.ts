import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { KnownProfile } from '#cluster';
import { connectionOf } from '../graphql/relay/connection.js';
import { globalId } from '../graphql/relay/global-id.js';
import { RelayNode } from '../graphql/relay/relay-node.model.js';
import { DateTime, Json } from '../graphql/scalars.js';

@ObjectType('ProfileReference', { description: 'Which scheduler profile decided.' })
export class ProfileReferenceModel {
  @Field({ description: 'Its schedulerName.' })
  readonly name!: string;

  @Field(() => Int, { description: 'Its version in the cluster, from 1.' })
  readonly version!: number;

  @Field({ description: 'SHA-256 over its configuration and the plugins\' code, hexadecimal.' })
  readonly digest!: string;
}

@ObjectType('Profile', { implements: () => RelayNode, description: 'A scheduler profile that a cluster knows. A version that was used is never changed.' })
export class ProfileModel implements RelayNode {
  constructor(private readonly cluster: string, private readonly profile: KnownProfile) {}

  get id(): string {
    return globalId('Profile', this.cluster, this.profile.digest);
  }

  @Field({ description: 'Its schedulerName.' })
  get name(): string {
    return this.profile.name;
  }

  @Field(() => Int, { description: 'Its version in the cluster, from 1.' })
  get version(): number {
    return this.profile.version;
  }

  @Field({ description: 'SHA-256 over its configuration and the plugins\' code, hexadecimal.' })
  get digest(): string {
    return this.profile.digest;
  }

  @Field(() => Json, { description: '`source` as it was given, `effective` with all defaults in it.' })
  get config(): unknown {
    return this.profile.config;
  }

  @Field(() => DateTime, { description: 'When it was first used; for the default profile, when the cluster was made.' })
  get createdAt(): string {
    return this.profile.createdAt;
  }
}

/** A page of profiles. */
export const ProfileConnection = connectionOf(ProfileModel, { name: 'Profile', what: 'a scheduler profile', counted: true });
