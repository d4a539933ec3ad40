import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listPlugins } from '#scheduling';
import type { z } from 'zod';
import { Lasts } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { pluginList } from './plugin.schema.js';

/** What profiles are made of. */
@ApiTags('scheduling')
@Controller('v1/plugins')
export class PluginsController {
  @Get()
  @Lasts('log')
  @Described({
    id: 'listPlugins',
    summary: 'List the plugins that a profile may name',
    description:
      "Those of the engine and the operator's own (`BERTH_PLUGINS`), by name. Plugins that only a legacy Policy is " +
      'made of are not among them.',
    answer: { status: 200, description: 'All of them: there are no pages.', schema: pluginList },
    problems: [],
  })
  list(): z.output<typeof pluginList> {
    return { items: listPlugins().map((one) => ({ ...one, extensionPoints: [...one.extensionPoints] })) };
  }
}
