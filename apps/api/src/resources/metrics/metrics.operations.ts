import { ok } from '#requests';
import { z } from 'zod';
import { operation } from '../../ground/operation/index.js';
import { Scrape } from './scrape.js';

const schema = z.string().meta({ id: 'Metrics', description: 'Metrics in the text format of Prometheus.' });

/** For Prometheus and what reads its format. */
export const metrics = operation({
  name: 'metrics',
  route: 'GET /metrics',
  tag: 'health',
  permission: 'monitoring',
  summary: 'Metrics of this process',
  description:
    'In the text format of Prometheus: requests by operation and code, runs by phase, decisions by ' +
    'outcome, write conflicts, operations by kind and state, connections, memory, lag of checkpoints and ' +
    'of the decision index. Of the clusters that the operator names: pods by state, pending pods by reason, ' +
    'allocatable and requested amounts.',
  uses: { scrape: Scrape },
  answer: { status: 200, description: 'One line for each metric.', schema, types: ['text/plain'] },
  run: async ({ scrape }) => ok(await scrape.text()),
  headers: () => ({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }),
});
