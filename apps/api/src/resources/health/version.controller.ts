import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { engineVersion } from '#scheduling';
import { Described } from '../../ground/openapi/index.js';

const versionShape = z
  .object({ version: z.string().describe("Version of the service's package, such as `0.1.0`.") })
  .meta({ id: 'Version', description: 'The service and its version.' });

/** What a client compares its own version with. */
@ApiTags('health')
@Controller()
export class VersionController {
  @Get('version')
  @Header('cache-control', 'no-store')
  @Described({
    id: 'version',
    summary: 'Read the version',
    description: 'During an upgrade, processes of one database may have different versions.',
    answer: { status: 200, description: 'The version.', schema: versionShape },
    problems: [],
  })
  version(): z.infer<typeof versionShape> {
    return { version: engineVersion() };
  }
}
