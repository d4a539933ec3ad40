import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { ClusterPlace } from '#cluster';
import type { ProfileVersion, ServedProfile } from '#scheduling';
import { connectionOf, globalIdType, RelayNode, DateTime, Json } from '../../ground/graphql/index.js';

@ObjectType('ProfileReference', { description: 'Which scheduler profile decided.' })
export class ProfileReferenceModel {
  @Field({ description: 'Its schedulerName.' })
  readonly name!: string;

  @Field(() => Int, { description: 'Its version in the cluster, from 1.' })
  readonly version!: number;

  @Field({ description: "SHA-256 over its configuration and the plugins' code, hexadecimal." })
  readonly digest!: string;
}

@ObjectType('EngineReference', { description: 'The code that decides.' })
export class EngineReferenceModel {
  @Field({ description: 'SHA-256 over its source, hexadecimal.' })
  readonly digest!: string;

  @Field(() => String, { nullable: true, description: 'The version it came with; null where nobody noted it.' })
  readonly version!: string | null;
}

@ObjectType('IgnoredField', {
  description: 'A field that is accepted, as kube-scheduler accepts it, and changes nothing here.',
})
export class IgnoredFieldModel {
  @Field({ description: 'Where: `profiles[0].percentageOfNodesToScore`.' })
  readonly field!: string;

  @Field({ description: 'Why it changes nothing.' })
  readonly message!: string;
}

@ObjectType('MappedPlugin', { description: 'A plugin that a name of a legacy Policy became.' })
export class MappedPluginModel {
  @Field({ description: 'Its name.' })
  readonly plugin!: string;

  @Field(() => Json, { nullable: true, description: 'As the profile has them; null where it takes none.' })
  readonly args?: unknown;

  @Field(() => Int, { nullable: true, description: 'Of its scores; null where the name is a predicate.' })
  readonly weight?: number;
}

@ObjectType('MappedName', { description: 'A name of a legacy Policy, and a plugin that it became.' })
export class MappedNameModel {
  @Field({ description: 'As the Policy has it.' })
  readonly from!: string;

  @Field(() => MappedPluginModel, { nullable: true, description: 'Null for a name that is passed over.' })
  readonly to!: MappedPluginModel | null;
}

/** Global ids of versions of profiles. */
export const PROFILE_ID = globalIdType('Profile', ['cluster', 'digest']);

@ObjectType('Profile', {
  implements: () => RelayNode,
  description: 'A version of a scheduler profile. It is never changed: a changed profile is another version.',
})
export class ProfileModel implements RelayNode {
  constructor(
    readonly place: ClusterPlace,
    readonly profile: ProfileVersion | ServedProfile,
  ) {}

  get cluster(): string {
    return this.place.cluster;
  }

  get id(): string {
    return PROFILE_ID.write({ cluster: this.cluster, digest: this.profile.digest });
  }

  @Field({ description: 'Its schedulerName.' })
  get name(): string {
    return this.profile.name;
  }

  @Field(() => Int, { description: 'Its version in the cluster, from 1.' })
  get version(): number {
    return this.profile.version;
  }

  @Field({ description: "SHA-256 over its configuration and the plugins' code, hexadecimal." })
  get digest(): string {
    return this.profile.digest;
  }

  @Field(() => Json, { description: '`source` as it was given, `effective` with all defaults in it.' })
  get config(): unknown {
    return this.profile.config;
  }

  @Field(() => [IgnoredFieldModel], { description: 'What of its source changes nothing here.' })
  get ignored(): readonly IgnoredFieldModel[] {
    return this.profile.ignored;
  }

  @Field(() => [MappedNameModel], {
    nullable: true,
    description:
      'What the names of a legacy Policy became, in its order, a name that became several plugins with an entry for ' +
      'each; null where the source is none.',
  })
  get mapping(): readonly MappedNameModel[] | null {
    return this.profile.mapping;
  }

  @Field(() => DateTime, {
    description: 'When the version was made; for the default profile before its first run, when the cluster was made.',
  })
  get createdAt(): string {
    return this.profile.createdAt;
  }

  @Field(() => EngineReferenceModel, {
    nullable: true,
    description: 'The code that decides by it; null in versions that were kept before that was noted.',
  })
  get engine(): EngineReferenceModel | null {
    return this.profile.engine;
  }

  @Field(() => String, {
    nullable: true,
    description:
      'Position of its last change in the log of the cluster, `0` for the default profile that nobody has ' +
      'changed; null for a version that was asked for as such.',
  })
  get resourceVersion(): string | null {
    return 'resourceVersion' in this.profile ? this.profile.resourceVersion : null;
  }

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the profile became what it is; null where resourceVersion is null or `0`, and in a fork, if it was ' +
      'before that: the origin says it.',
  })
  get changedAt(): string | null {
    return 'changedAt' in this.profile ? this.profile.changedAt : null;
  }

  @Field(() => String, { nullable: true, description: 'By whom; null where changedAt is.' })
  get changedBy(): string | null {
    return 'changedBy' in this.profile ? this.profile.changedBy : null;
  }
}

/** A page of profiles. */
export const ProfileConnection = connectionOf(ProfileModel, {
  name: 'Profile',
  what: 'a scheduler profile',
  counted: true,
});
