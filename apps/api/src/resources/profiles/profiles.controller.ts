import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ProfileService, type ServedProfile } from '#scheduling';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import {
  Lasts,
  Accepts,
  AnswerHeaders,
  Conditional,
  Idempotent,
  Terms,
  momentQuery,
  withoutUndefined,
  type ListPage,
  valid,
} from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { BY_NAME } from './profile-list.js';
import { profileInput, profilePage, profileSchema, profilesQuery, profileWriteQuery } from './profile.schema.js';
import { profilesPage } from './profiles-page.js';
import { byResourceVersion, tagOf } from './profile-tag.js';

const EXAMPLE = {
  schedulerName: 'packing',
  pluginConfig: [
    {
      name: 'NodeResourcesFit',
      args: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } },
    },
  ],
};

@ApiTags('scheduling')
@Controller('v1/clusters/:cluster/profiles')
export class ProfilesController {
  constructor(private readonly profiles: ProfileService) {}

  @Get()
  @Lasts('log')
  @Described({
    id: 'listProfiles',
    summary: 'List scheduler profiles',
    description:
      'The profiles that serve new runs, or served them at the moment, by name. The default profile is ' +
      'always included.',
    query: profilesQuery,
    answer: { status: 200, description: 'A page of profiles.', schema: profilePage },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED],
  })
  async list(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(profilesQuery)) query: z.output<typeof profilesQuery>,
  ): Promise<ListPage<ServedProfile>> {
    const { at, ...page } = query;
    const all = accepted(await this.profiles.list(caller, withoutUndefined({ cluster, at })));
    return profilesPage(all, { page, list: ['profiles', cluster, at ?? ''], order: BY_NAME });
  }

  @Post()
  @Idempotent()
  @Conditional()
  @Accepts('yaml')
  @AnswerHeaders<ServedProfile>((created, { cluster = '' }) => ({
    ...tagOf(created),
    location: pathOf(cluster, created),
  }))
  @Described({
    id: 'createProfile',
    summary: 'Create a scheduler profile',
    description:
      'The profile serves pods whose spec.schedulerName is its name. A profile named default-scheduler ' +
      'replaces the default profile.',
    query: profileWriteQuery,
    body: { schema: profileInput, example: EXAMPLE },
    answer: { status: 201, description: 'The profile.', schema: profileSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.PROFILE_INVALID,
      ErrorCode.PROFILE_ALREADY_EXISTS,
      ErrorCode.PRECONDITION_FAILED,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
    ],
  })
  async create(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(profileWriteQuery)) query: WriteQuery,
    @Body() profile: unknown,
    @Terms() terms: Terms,
  ): Promise<ServedProfile> {
    const options = optionsOf(query, terms({ cluster, profile, ...query }));
    return accepted(await this.profiles.create(caller, cluster, { profile, ...options }));
  }

  @Get(':name')
  @Lasts(({ query }) => (query['at'] === undefined ? 'changing' : 'log'))
  @AnswerHeaders<ServedProfile>(tagOf)
  @Described({
    id: 'getProfile',
    summary: 'Read a scheduler profile',
    description: 'In its present version, or that at a moment. Its ETag is for If-Match.',
    query: momentQuery,
    answer: { status: 200, description: 'The profile.', schema: profileSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.PROFILE_UNKNOWN,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
    ],
  })
  async get(
    @Caller() caller: Caller,
    @Param() { cluster, name }: ProfilePath,
    @Query(valid(momentQuery)) { at }: z.output<typeof momentQuery>,
  ): Promise<ServedProfile> {
    return accepted(await this.profiles.get(caller, withoutUndefined({ cluster, at }), name));
  }

  @Put(':name')
  @Idempotent()
  @Conditional()
  @Accepts('yaml')
  @AnswerHeaders<ServedProfile>(tagOf)
  @Described({
    id: 'updateProfile',
    summary: 'Replace a scheduler profile',
    description:
      'A profile that decides as before keeps its version; otherwise it gets the next one. `If-Match` with ' +
      'the ETag of the profile prevents overwriting later changes.',
    query: profileWriteQuery,
    body: { schema: profileInput, example: EXAMPLE },
    answer: { status: 200, description: 'The profile.', schema: profileSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.PROFILE_UNKNOWN,
      ErrorCode.PROFILE_INVALID,
      ErrorCode.PROFILE_MODIFIED,
      ErrorCode.PRECONDITION_FAILED,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
    ],
  })
  async update(
    @Caller() caller: Caller,
    @Param() { cluster, name }: ProfilePath,
    @Query(valid(profileWriteQuery)) query: WriteQuery,
    @Body() profile: unknown,
    @Terms() terms: Terms,
  ): Promise<ServedProfile> {
    const options = optionsOf(query, terms({ cluster, name, profile, ...query }));
    return accepted(await this.profiles.update(caller, cluster, { name, profile, ...options }));
  }

  @Delete(':name')
  @HttpCode(204)
  @Idempotent()
  @Conditional()
  @Described({
    id: 'deleteProfile',
    summary: 'Delete a scheduler profile',
    description:
      'New runs do not use it; its versions stay, and decisions continue to refer to them. Deleting a ' +
      'profile named default-scheduler restores the default profile.',
    query: profileWriteQuery,
    answer: { status: 204, description: 'Deleted.' },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.PROFILE_UNKNOWN,
      ErrorCode.PROFILE_MODIFIED,
      ErrorCode.DEFAULT_PROFILE_KEPT,
      ErrorCode.PRECONDITION_FAILED,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
    ],
  })
  async delete(
    @Caller() caller: Caller,
    @Param() { cluster, name }: ProfilePath,
    @Query(valid(profileWriteQuery)) query: WriteQuery,
    @Terms() terms: Terms,
  ): Promise<void> {
    const options = optionsOf(query, terms({ cluster, name, ...query }));
    accepted(await this.profiles.delete(caller, cluster, { name, ...options }));
  }
}

type WriteQuery = z.output<typeof profileWriteQuery>;

function optionsOf(query: WriteQuery, terms: ReturnType<Terms>): ReturnType<Terms> & { readonly dryRun?: boolean } {
  return { ...withoutUndefined(query), ...byResourceVersion(terms) };
}

interface ProfilePath {
  readonly cluster: string;
  readonly name: string;
}

function pathOf(cluster: string, { name }: ServedProfile): string {
  return `/v1/clusters/${encodeURIComponent(cluster)}/profiles/${encodeURIComponent(name)}`;
}
