import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ProfileService, type ConfigurationReport } from '#scheduling';
import { Caller } from '../../ground/caller/index.js';
import { Accepts, IdempotencyKey, Idempotent, type Keyed } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { configurationReport, schedulerConfiguration } from './profile.schema.js';

@ApiTags('scheduling')
@Controller('v1/clusters/:cluster/scheduler-configuration')
export class SchedulerConfigurationController {
  constructor(private readonly profiles: ProfileService) {}

  @Post()
  @HttpCode(200)
  @Idempotent()
  @Accepts('yaml')
  @Described({
    id: 'importSchedulerConfiguration',
    summary: 'Import a KubeSchedulerConfiguration',
    description:
      'Creates or replaces all profiles of a kube-scheduler configuration file; if one is invalid, none. ' +
      'Profiles that it does not name stay unchanged. A legacy Policy contains one profile, named ' +
      '`default-scheduler` unless it has a schedulerName.',
    body: {
      schema: schedulerConfiguration,
      example: {
        apiVersion: 'kubescheduler.config.k8s.io/v1',
        kind: 'KubeSchedulerConfiguration',
        profiles: [{ schedulerName: 'packing' }],
      },
    },
    answer: { status: 200, description: 'The result.', schema: configurationReport },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.MANIFESTS_UNREADABLE,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.SCHEDULER_CONFIGURATION_INVALID,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
    ],
  })
  async import(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body() configuration: unknown,
    @IdempotencyKey() keyed: Keyed,
  ): Promise<ConfigurationReport> {
    const key = keyed({ cluster, configuration });
    return accepted(await this.profiles.import(caller, cluster, { configuration, ...key }));
  }
}
