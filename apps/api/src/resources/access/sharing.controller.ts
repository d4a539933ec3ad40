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
    description: 'The roles of other teams in a cluster, oldest grant first.',
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
    summary: 'Grant a role',
    description:
      'Grants a team a role in a cluster or in a namespace of it. A member of that team may do there what ' +
      'the role allows, as far as their roles in their own team allow the same; an admin of that team may ' +
      'do all of it. Granting `auditor` requires `auditor`.',
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
    summary: 'Revoke a grant',
    description: 'The team no longer has the role.',
    answer: { status: 204, description: 'Deleted.' },
    problems: [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.GRANT_NOT_FOUND],
  })
  async remove(@Caller() caller: Caller, @Param('cluster') cluster: string, @Param('grant') id: string): Promise<void> {
    accepted(await this.sharing.takeBack(caller, cluster, id));
  }

  @Get('namespaces/:namespace/team')
  @Described({
    id: 'getNamespaceTeam',
    summary: 'Read the team of a namespace',
    description: 'Default: the team of the cluster.',
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
    summary: 'Assign a namespace to a team',
    description:
      'The team sees the namespace, and its members have there the roles that they have in the team, except ' +
      '`admin`.',
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
