import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { valid } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { DiskSpace } from './disk-space.js';
import { Readiness } from './readiness.js';

/** `?verbose`, as it is asked of an API server. */
const healthQuery = z.strictObject({ verbose: z.string().optional().describe('One line for each check.') });

const healthText = z.string().meta({ id: 'Health', description: '`ok`, or one line for each check.' });
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
    summary: 'Check that the process answers',
    description: 'Checks nothing else, so that an outage of the database does not restart processes.',
    query: healthQuery,
    answer: { status: 200, description: '`ok`', schema: healthText, types: ['text/plain'] },
    problems: [],
  })
  live(@Query(valid(healthQuery)) { verbose }: z.output<typeof healthQuery>): string {
    return verbose === undefined ? 'ok' : '[+]process ok\nlivez check passed\n';
  }

  @Get('readyz')
  @Header('content-type', TEXT)
  @Header('cache-control', 'no-store')
  @Described({
    id: 'readyz',
    summary: 'Check that requests can be served',
    description:
      'With `?verbose`, one line for each check. A warning, such as a disk with less than 5 % free space, ' +
      'has its own line and does not fail the check.',
    query: healthQuery,
    answer: { status: 200, description: '`ok`', schema: healthText, types: ['text/plain'] },
    also: [
      {
        status: 503,
        description: 'Not ready: the database does not answer, or the service is stopping.',
        schema: healthText,
        types: ['text/plain'],
      },
    ],
    problems: [],
  })
  async ready(
    @Query(valid(healthQuery)) { verbose }: z.output<typeof healthQuery>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const checks = Object.entries(await this.readiness.checks());
    const passed = checks.every(([, problem]) => problem === undefined);
    void reply.status(passed ? 200 : 503);
    if (passed && verbose === undefined) return 'ok';
    const lines = checks.map(([name, problem]) =>
      problem === undefined ? `[+]${name} ok` : `[-]${name} failed: ${problem}`,
    );
    const warning = await this.disk.warning();
    lines.push(warning === undefined ? '[+]disk ok' : `[!]disk warning: ${warning}`);
    return [...lines, `readyz check ${passed ? 'passed' : 'failed'}`, ''].join('\n');
  }
}
