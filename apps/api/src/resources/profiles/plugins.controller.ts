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
      'The plugins of the engine and of the operator (`BERTH_PLUGINS`), by name, without those that only ' +
      'legacy Policies use.',
    answer: { status: 200, description: 'All plugins, on one page.', schema: pluginList },
    problems: [],
  })
  list(): z.output<typeof pluginList> {
    return { items: listPlugins().map((one) => ({ ...one, extensionPoints: [...one.extensionPoints] })) };
  }
}
