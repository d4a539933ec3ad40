import { Field, ObjectType } from '@nestjs/graphql';
import type { ClusterPlace } from '#cluster';
import type { ConfigurationReport, ProfileVersion, ServedProfile } from '#scheduling';
import { connectionOf, globalIdType, RelayNode, viewOf } from '../../ground/graphql/index.js';
import { configurationReport, profileSchema } from './profile.schema.js';

/** Global ids of versions of profiles. */
export const PROFILE_ID = globalIdType('Profile', ['cluster', 'digest']);

@ObjectType('Profile', {
  implements: () => RelayNode,
  description: 'A version of a scheduler profile. It is never changed: changing a profile creates another version.',
})
export class ProfileModel extends viewOf<ProfileVersion | ServedProfile>(profileSchema) implements RelayNode {
  constructor(
    readonly place: ClusterPlace,
    readonly profile: ProfileVersion | ServedProfile,
  ) {
    super(profile);
  }

  get id(): string {
    return PROFILE_ID.write({ cluster: this.place.cluster, digest: this.profile.digest });
  }
}

/** A page of profiles. */
export const ProfileConnection = connectionOf(ProfileModel, {
  name: 'Profile',
  what: 'a scheduler profile',
  counted: true,
});

@ObjectType('ConfigurationReport', { description: 'The result of importing a scheduler configuration.' })
export class ConfigurationReportModel extends viewOf<ConfigurationReport>(configurationReport, {
  without: ['profiles'],
}) {
  constructor(report: ConfigurationReport, cluster: string) {
    super(report);
    this.profiles = report.profiles.map((profile) => new ProfileModel({ cluster }, profile));
  }

  @Field(() => [ProfileModel], { description: configurationReport.shape.profiles.description ?? '' })
  readonly profiles: ProfileModel[];
}
