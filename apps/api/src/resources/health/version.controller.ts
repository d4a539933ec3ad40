import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { engineVersion } from '#scheduling';
import { Described } from '../../ground/openapi/index.js';

const versionShape = z
  .object({ version: z.string().describe('Of the package that the service is, such as `0.1.0`.') })
  .meta({ id: 'Version', description: 'Which service answers.' });

/** What a client compares its own version with. */
@ApiTags('health')
@Controller()
export class VersionController {
  @Get('version')
  @Header('cache-control', 'no-store')
  @Described({
    id: 'version',
    summary: 'Which version of Berth answers',
    description: 'Processes of one database may be of two versions while they are being replaced.',
    answer: { status: 200, description: 'The version.', schema: versionShape },
    problems: [],
  })
  version(): z.infer<typeof versionShape> {
    return { version: engineVersion() };
  }
}
