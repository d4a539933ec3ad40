import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ProfileService, type ProfileVersion } from '#scheduling';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { Lasts, type ListPage, valid } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { LATEST_FIRST } from './profile-list.js';
import { profileListQuery, profileVersion, profileVersionPage } from './profile.schema.js';
import { profilesPage } from './profiles-page.js';

@ApiTags('scheduling')
@Controller('v1/clusters/:cluster/profiles/:name/versions')
export class ProfileVersionsController {
  constructor(private readonly profiles: ProfileService) {}

  @Get()
  @Lasts('log')
  @Described({
    id: 'listProfileVersions',
    summary: 'List the versions of a scheduler profile',
    description: 'Latest first; includes versions that were given with a run, and those of a deleted profile.',
    query: profileListQuery,
    answer: { status: 200, description: 'A page of versions.', schema: profileVersionPage },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.PROFILE_UNKNOWN],
  })
  async list(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Param('name') name: string,
    @Query(valid(profileListQuery)) query: z.output<typeof profileListQuery>,
  ): Promise<ListPage<ProfileVersion>> {
    const all = accepted(await this.profiles.versions(caller, cluster, name));
    return profilesPage(all, { page: query, list: ['profile versions', cluster, name], order: LATEST_FIRST });
  }

  @Get(':version')
  @Lasts('numbered')
  @Described({
    id: 'getProfileVersion',
    summary: 'Read a version of a scheduler profile',
    description: 'A version exists as long as the cluster.',
    answer: { status: 200, description: 'The version.', schema: profileVersion },
    problems: [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.PROFILE_VERSION_NOT_FOUND],
  })
  async get(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Param('name') name: string,
    @Param('version') version: string,
  ): Promise<ProfileVersion> {
    return accepted(await this.profiles.version(caller, cluster, { name, version }));
  }
}
