import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ProfileService, type ConfigurationReport } from '#scheduling';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../caller/caller-of.js';
import { idempotencyOf } from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted, ErrorCode } from '../outcome/index.js';
import { configurationReport, schedulerConfiguration } from './profile.schema.js';

@ApiTags('scheduling')
@Controller('v1/clusters/:cluster/scheduler-configuration')
export class SchedulerConfigurationController {
  constructor(private readonly profiles: ProfileService) {}

  @Post()
  @HttpCode(200)
  @Described({
    id: 'importSchedulerConfiguration',
    summary: 'Import a KubeSchedulerConfiguration',
    description:
      'Creates or replaces all profiles of the file that kube-scheduler reads, or none of them. Profiles that it does not name stay as they are.',
    body: {
      schema: schedulerConfiguration,
      types: ['application/json', 'application/yaml'],
      example: {
        apiVersion: 'kubescheduler.config.k8s.io/v1',
        kind: 'KubeSchedulerConfiguration',
        profiles: [{ schedulerName: 'packing' }],
      },
    },
    answer: { status: 200, description: 'What was done.', schema: configurationReport },
    idempotent: true,
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.MANIFESTS_UNREADABLE,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.SCHEDULER_CONFIGURATION_INVALID,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
    ],
  })
  async import(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Body() configuration: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConfigurationReport> {
    const idempotency = idempotencyOf(request, reply, {
      operation: 'importSchedulerConfiguration',
      request: { cluster, configuration },
    });
    return accepted(await this.profiles.import(callerOf(request), cluster, { configuration, ...idempotency }));
  }
}
