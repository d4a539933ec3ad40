import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ProfileService, type ServedProfile } from '#scheduling';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../caller/caller-of.js';
import { idempotencyOf, momentQuery, parseRequest, withoutUndefined, type ListPage } from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted, ErrorCode } from '../outcome/index.js';
import { BY_NAME } from './profile-list.js';
import { profileInput, profilePage, profileSchema, profilesQuery } from './profile.schema.js';
import { profilesPage } from './profiles-page.js';
import { ifMatch, tagProfile } from './profile-tag.js';

const TYPES = ['application/json', 'application/yaml'];
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
  @Described({
    id: 'listProfiles',
    summary: 'List scheduler profiles',
    description: 'Those that serve new runs, or did at the moment, by name. The default profile is always among them.',
    query: profilesQuery,
    answer: { status: 200, description: 'A page of profiles.', schema: profilePage },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED],
  })
  async list(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Query() query: unknown,
  ): Promise<ListPage<ServedProfile>> {
    const { at, ...page } = parseRequest(profilesQuery, query);
    const all = accepted(await this.profiles.list(callerOf(request), withoutUndefined({ cluster, at })));
    return profilesPage(all, { page, list: ['profiles', cluster, at ?? ''], order: BY_NAME });
  }

  @Post()
  @Described({
    id: 'createProfile',
    summary: 'Create a scheduler profile',
    description:
      'From then on it serves the pods whose spec.schedulerName is its name. One named default-scheduler stands before the default profile.',
    body: { schema: profileInput, types: TYPES, example: EXAMPLE },
    answer: { status: 201, description: 'The profile.', schema: profileSchema },
    idempotent: true,
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.PROFILE_INVALID,
      ErrorCode.PROFILE_ALREADY_EXISTS,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
    ],
  })
  async create(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Body() profile: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ServedProfile> {
    const idempotency = idempotencyOf(request, reply, { operation: 'createProfile', request: { cluster, profile } });
    const created = accepted(await this.profiles.create(callerOf(request), cluster, { profile, ...idempotency }));
    void reply.header(
      'location',
      `/v1/clusters/${encodeURIComponent(cluster)}/profiles/${encodeURIComponent(created.name)}`,
    );
    return tagProfile(reply, created);
  }

  @Get(':name')
  @Described({
    id: 'getProfile',
    summary: 'Read a scheduler profile',
    description: 'In its present version, or in the one that it had at a moment. Its ETag is for If-Match.',
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
    @Req() request: FastifyRequest,
    @Param() { cluster, name }: { readonly cluster: string; readonly name: string },
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ServedProfile> {
    const { at } = parseRequest(momentQuery, query);
    return tagProfile(
      reply,
      accepted(await this.profiles.get(callerOf(request), withoutUndefined({ cluster, at }), name)),
    );
  }

  @Put(':name')
  @Described({
    id: 'updateProfile',
    summary: 'Replace a scheduler profile',
    description:
      'What decides alike is the version that it was; else it is the next one. `If-Match` with the ETag that was read refuses to overwrite what others changed since.',
    body: { schema: profileInput, types: TYPES, example: EXAMPLE },
    answer: { status: 200, description: 'The profile.', schema: profileSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.PROFILE_UNKNOWN,
      ErrorCode.PROFILE_INVALID,
      ErrorCode.PROFILE_MODIFIED,
    ],
  })
  async update(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Param('name') name: string,
    @Body() profile: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ServedProfile> {
    return tagProfile(
      reply,
      accepted(await this.profiles.update(callerOf(request), cluster, { name, profile, ...ifMatch(request) })),
    );
  }

  @Delete(':name')
  @HttpCode(204)
  @Described({
    id: 'deleteProfile',
    summary: 'Delete a scheduler profile',
    description:
      'New runs do without it; its versions stay, and decisions go on naming them. Without a profile of its name, the default profile is back.',
    answer: { status: 204, description: 'It is gone.' },
    problems: [
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.PROFILE_UNKNOWN,
      ErrorCode.PROFILE_MODIFIED,
      ErrorCode.DEFAULT_PROFILE_KEPT,
    ],
  })
  async delete(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Param('name') name: string,
  ): Promise<void> {
    accepted(await this.profiles.delete(callerOf(request), cluster, { name, ...ifMatch(request) }));
  }
}
