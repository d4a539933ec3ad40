import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Described } from '../../ground/openapi/index.js';
import { Scrape } from './scrape.js';

const metricsText = z.string().meta({ id: 'Metrics', description: 'Metrics in the text format of Prometheus.' });

/** For Prometheus and what reads its format. */
@ApiTags('health')
@Controller()
export class MetricsController {
  constructor(private readonly scrape: Scrape) {}

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @Header('cache-control', 'no-store')
  @Described({
    id: 'metrics',
    summary: 'Metrics of this process',
    description:
      'In the text format of Prometheus: requests by operation and code, runs by phase, decisions by ' +
      'outcome, write conflicts, operations by kind and state, connections, memory, lag of checkpoints and ' +
      'of the decision index.',
    answer: { status: 200, description: 'One line for each metric.', schema: metricsText, types: ['text/plain'] },
    problems: [],
  })
  metrics(): Promise<string> {
    return this.scrape.text();
  }
}
