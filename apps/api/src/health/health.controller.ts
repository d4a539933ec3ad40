import { engineVersion } from '#scheduling';
import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

import { Described } from '../openapi/index.js';
import { DiskSpace } from './disk-space.js';
import { Readiness } from './readiness.js';

const healthText = z.string().meta({ id: 'Health', description: '`ok`, or a line a check.' });
const versionShape = z
  .object({ version: z.string().describe('Of the package that the service is, such as `0.1.0`.') })
  .meta({ id: 'Version', description: 'Which service answers.' });
const TEXT = 'text/plain; charset=utf-8';

/** In the form of an API server's: `ok`, or with `?verbose` a line a check. */
@ApiTags('health')
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly disk: DiskSpace,
  ) {}

  @Get('livez')
  @Header('content-type', TEXT)
  @Header('cache-control', 'no-store')
  @Described({
    id: 'livez',
    summary: 'Whether the process answers',
    description: 'Looks at nothing else, so that an outage of the database restarts nothing.',
    answer: { status: 200, description: '`ok`', schema: healthText, types: ['text/plain'] },
    problems: [],
  })
  live(): string {
    return 'ok';
  }

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

  @Get('readyz')
  @Header('content-type', TEXT)
  @Header('cache-control', 'no-store')
  @Described({
    id: 'readyz',
    summary: 'Whether requests can be served',
    description:
      'With `?verbose`, a line a check. A warning, such as a disk with less than 5 % free, has a line of its own ' +
      'and does not fail.',
    answer: { status: 200, description: '`ok`', schema: healthText, types: ['text/plain'] },
    also: [
      {
        status: 503,
        description: 'Not now: the database does not answer, or the service is stopping.',
        schema: healthText,
        types: ['text/plain'],
      },
    ],
    problems: [],
  })
  async ready(
    @Query() query: Record<string, unknown>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const checks = Object.entries(await this.readiness.checks());
    const passed = checks.every(([, problem]) => problem === undefined);
    void reply.status(passed ? 200 : 503);
    if (passed && query['verbose'] === undefined) return 'ok';
    const lines = checks.map(([name, problem]) =>
      problem === undefined ? `[+]${name} ok` : `[-]${name} failed: ${problem}`,
    );
    const warning = await this.disk.warning();
    lines.push(warning === undefined ? '[+]disk ok' : `[!]disk warning: ${warning}`);
    return [...lines, `readyz check ${passed ? 'passed' : 'failed'}`, ''].join('\n');
  }
}
