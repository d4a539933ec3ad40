import { Field, Int, ObjectType } from '@nestjs/graphql';
import type { ClusterPlace } from '#cluster';
import type { ProfileVersion, ServedProfile } from '#scheduling';
import { connectionOf, globalIdType, RelayNode, DateTime, Json, typeOf } from '../../ground/graphql/index.js';
import { engineReference } from './profile.schema.js';

@ObjectType('IgnoredField', {
  description: 'A field that is accepted for compatibility with kube-scheduler and has no effect.',
})
export class IgnoredFieldModel {
  @Field({ description: 'Path of the field: `profiles[0].percentageOfNodesToScore`.' })
  readonly field!: string;

  @Field({ description: 'Why it has no effect.' })
  readonly message!: string;
}

@ObjectType('MappedPlugin', { description: 'A plugin that a name of a legacy Policy was converted to.' })
export class MappedPluginModel {
  @Field({ description: 'Its name.' })
  readonly plugin!: string;

  @Field(() => Json, { nullable: true, description: 'As in the profile; null if the plugin takes no args.' })
  readonly args?: unknown;

  @Field(() => Int, { nullable: true, description: 'Weight of its scores; null if the name is a predicate.' })
  readonly weight?: number;
}

@ObjectType('MappedName', { description: 'A name of a legacy Policy, and a plugin that it was converted to.' })
export class MappedNameModel {
  @Field({ description: 'As in the Policy.' })
  readonly from!: string;

  @Field(() => MappedPluginModel, { nullable: true, description: 'Null if the name is ignored.' })
  readonly to!: MappedPluginModel | null;
}

/** Global ids of versions of profiles. */
export const PROFILE_ID = globalIdType('Profile', ['cluster', 'digest']);

@ObjectType('Profile', {
  implements: () => RelayNode,
  description: 'A version of a scheduler profile. It is never changed: changing a profile creates another version.',
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

  @Field({ description: 'SHA-256 over its configuration and the source of its plugins, hexadecimal.' })
  get digest(): string {
    return this.profile.digest;
  }

  @Field(() => Json, { description: '`source` as in the request, `effective` with all defaults.' })
  get config(): unknown {
    return this.profile.config;
  }

  @Field(() => [IgnoredFieldModel], { description: 'Fields of its source that have no effect.' })
  get ignored(): readonly IgnoredFieldModel[] {
    return this.profile.ignored;
  }

  @Field(() => [MappedNameModel], {
    nullable: true,
    description:
      'The plugins that the names of a legacy Policy were converted to, in the order of the Policy, with ' +
      'one entry for each plugin; null if the source is not a Policy.',
  })
  get mapping(): readonly MappedNameModel[] | null {
    return this.profile.mapping;
  }

  @Field(() => DateTime, {
    description:
      'When the version was created; for the default profile before its first run, when the cluster was ' + 'created.',
  })
  get createdAt(): string {
    return this.profile.createdAt;
  }

  @Field(typeOf(engineReference), {
    nullable: true,
    description: 'The build that decides with it; null in versions from before it was recorded.',
  })
  get engine(): ProfileVersion['engine'] {
    return this.profile.engine;
  }

  @Field(() => String, {
    nullable: true,
    description:
      'Position of its last change in the log of the cluster, `0` for the default profile if it was never ' +
      'changed; null for a version that was requested by number.',
  })
  get resourceVersion(): string | null {
    return 'resourceVersion' in this.profile ? this.profile.resourceVersion : null;
  }

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the profile was last changed; null if resourceVersion is null or `0`, and in a fork if the last ' +
      'change is older than the fork: then the origin has it.',
  })
  get changedAt(): string | null {
    return 'changedAt' in this.profile ? this.profile.changedAt : null;
  }

  @Field(() => String, { nullable: true, description: 'Name of the caller who changed it; null if changedAt is null.' })
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
