import { KeyService } from '#access';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { valid, withoutUndefined, type ListPage } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { createdKeySchema, keyBody, keySchema, listQuery, pageOf } from './access.schema.js';
import { listed } from './listed.js';
import { createdKey, shownKey } from './shown.js';

@ApiTags('access')
@Controller('v1/teams/:team/keys')
export class KeysController {
  constructor(private readonly keys: KeyService) {}

  @Get()
  @Described({
    id: 'listKeys',
    summary: 'List keys',
    description: 'The keys of a team by id, without their secrets; includes revoked and expired keys.',
    query: listQuery,
    answer: { status: 200, description: 'A page of keys.', schema: pageOf(keySchema, 'ApiKeyPage') },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.TEAM_NOT_FOUND],
  })
  list(
    @Caller() caller: Caller,
    @Param('team') team: string,
    @Query(valid(listQuery)) query: z.output<typeof listQuery>,
  ): Promise<ListPage<z.output<typeof keySchema>>> {
    const read = async (page: Parameters<KeyService['list']>[2]) => accepted(await this.keys.list(caller, team, page));
    return listed(query, ['keys', team], { place: 'text', read, show: shownKey });
  }

  @Post()
  @Described({
    id: 'createKey',
    summary: 'Create a key',
    description:
      'Only this answer contains the key: the service stores the hash of its secret. To replace a key, ' +
      'create another one of the same name, and revoke the old one when no client uses it any more.',
    body: { schema: keyBody, example: { name: 'ci', roles: ['editor', 'scheduler'] } },
    answer: { status: 201, description: 'The key.', schema: createdKeySchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.TEAM_NOT_FOUND,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.KEY_NAME_TAKEN,
    ],
  })
  async create(
    @Caller() caller: Caller,
    @Param('team') team: string,
    @Body(valid(keyBody)) wanted: z.output<typeof keyBody>,
  ): Promise<z.output<typeof createdKeySchema>> {
    return createdKey(accepted(await this.keys.create(caller, team, withoutUndefined(wanted))));
  }

  @Delete(':key')
  @HttpCode(204)
  @Described({
    id: 'revokeKey',
    summary: 'Revoke a key',
    description: 'Revokes a key by its id. Within 5 s every process refuses the key and closes its connections.',
    answer: { status: 204, description: 'The key is revoked.' },
    problems: [ErrorCode.TEAM_NOT_FOUND, ErrorCode.KEY_NOT_FOUND],
  })
  async revoke(@Caller() caller: Caller, @Param('team') team: string, @Param('key') id: string): Promise<void> {
    accepted(await this.keys.revoke(caller, team, id));
  }
}
