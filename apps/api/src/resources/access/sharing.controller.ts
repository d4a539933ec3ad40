import { SharingService, type NamespaceOwner } from '#cluster';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { valid, withoutUndefined, type ListPage } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { grantBody, grantSchema, listQuery, ownerBody, ownerSchema, pageOf } from './access.schema.js';
import { listed } from './listed.js';
import { shownGrant } from './shown.js';

type Grant = z.output<typeof grantSchema>;

@ApiTags('access')
@Controller('v1/clusters/:cluster')
export class SharingController {
  constructor(private readonly sharing: SharingService) {}

  @Get('grants')
  @Described({
    id: 'listGrants',
    summary: 'List grants',
    description: 'What other teams may do in a cluster, in the order in which it was granted.',
    query: listQuery,
    answer: { status: 200, description: 'A page of grants.', schema: pageOf(grantSchema, 'GrantPage') },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND],
  })
  list(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(listQuery)) query: z.output<typeof listQuery>,
  ): Promise<ListPage<Grant>> {
    const read = async (page: Parameters<SharingService['grants']>[2]) =>
      accepted(await this.sharing.grants(caller, cluster, page));
    return listed(query, ['grants', cluster], { place: 'id', read, show: shownGrant });
  }

  @Post('grants')
  @Described({
    id: 'createGrant',
    summary: 'Share a cluster',
    description:
      'Gives a team a role in a cluster, or in one namespace of it. What its members may do is what they hold in ' +
      'their own team as well; its admins may do all of it. Whoever grants `auditor` is one.',
    body: { schema: grantBody, example: { team: 'shop', role: 'editor' } },
    answer: { status: 201, description: 'The grant.', schema: grantSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.TEAM_UNKNOWN,
      ErrorCode.ALREADY_GRANTED,
    ],
  })
  async grant(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(grantBody)) wanted: z.output<typeof grantBody>,
  ): Promise<Grant> {
    return shownGrant(accepted(await this.sharing.grant(caller, cluster, withoutUndefined(wanted))));
  }

  @Delete('grants/:grant')
  @HttpCode(204)
  @Described({
    id: 'removeGrant',
    summary: 'Take a grant back',
    description: 'From then on the team has it no longer.',
    answer: { status: 204, description: 'It is gone.' },
    problems: [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.GRANT_NOT_FOUND],
  })
  async remove(@Caller() caller: Caller, @Param('cluster') cluster: string, @Param('grant') id: string): Promise<void> {
    accepted(await this.sharing.takeBack(caller, cluster, id));
  }

  @Get('namespaces/:namespace/team')
  @Described({
    id: 'getNamespaceTeam',
    summary: 'Whose a namespace is',
    description: 'That of the cluster, where nothing else was said.',
    answer: { status: 200, description: 'The team.', schema: ownerSchema },
    problems: [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.OBJECT_NOT_FOUND],
  })
  async owner(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Param('namespace') namespace: string,
  ): Promise<NamespaceOwner> {
    return accepted(await this.sharing.ownerOf(caller, cluster, namespace));
  }

  @Put('namespaces/:namespace/team')
  @Described({
    id: 'setNamespaceTeam',
    summary: 'Give a namespace to a team',
    description: 'It sees it, and may do in it what its members hold in the team, but administer.',
    body: { schema: ownerBody, example: { team: 'shop' } },
    answer: { status: 200, description: 'The team.', schema: ownerSchema },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.TEAM_UNKNOWN],
  })
  async give(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Param('namespace') namespace: string,
    @Body(valid(ownerBody)) { team }: z.output<typeof ownerBody>,
  ): Promise<NamespaceOwner> {
    return accepted(await this.sharing.give(caller, cluster, { namespace, team }));
  }
}
