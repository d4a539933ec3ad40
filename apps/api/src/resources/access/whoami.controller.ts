import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Caller, principalOf } from '../../ground/caller/index.js';
import { Described } from '../../ground/openapi/index.js';
import { whoamiSchema } from './access.schema.js';
import { shownCaller } from './shown.js';

@ApiTags('access')
@Controller('v1/whoami')
export class WhoamiController {
  @Get()
  @Described({
    id: 'whoami',
    summary: 'Read the caller',
    description: 'The caller of the request: the key or user, the team, and the roles there.',
    answer: { status: 200, description: 'The caller.', schema: whoamiSchema },
    problems: [],
  })
  whoami(@Caller() caller: Caller, @Req() request: FastifyRequest): z.output<typeof whoamiSchema> {
    return shownCaller(caller, principalOf(request));
  }
}
