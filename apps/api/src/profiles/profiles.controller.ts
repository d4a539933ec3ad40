import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ProfileService, type KnownProfile } from '#cluster';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../caller/caller-of.js';
import type { ListPage } from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted, ErrorCode } from '../outcome/index.js';
import { profileList } from './profile.schema.js';

@ApiTags('scheduling')
@Controller('v1/clusters/:cluster/profiles')
export class ProfilesController {
  constructor(private readonly profiles: ProfileService) {}

  @Get()
  @Described({
    id: 'listProfiles',
    summary: 'List scheduler profiles',
    description: 'Those that the cluster has used, every version, and the default one.',
    answer: { status: 200, description: 'The profiles.', schema: profileList },
    problems: [ErrorCode.CLUSTER_NOT_FOUND],
  })
  async list(@Req() request: FastifyRequest, @Param('cluster') cluster: string): Promise<ListPage<KnownProfile>> {
    return { items: accepted(await this.profiles.list(callerOf(request), cluster)) };
  }
}
