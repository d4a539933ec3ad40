import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCampaign, wanting } from './campaign.js';
import { figuresAsText } from './figures.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    faults: { type: 'string', default: '1000' },
    only: { type: 'string' },
    without: { type: 'string' },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const only = values.only === undefined ? () => true : wanting(values.only.split(','));
const without = values.without === undefined ? () => false : wanting(values.without.split(','));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const figures = await runCampaign({
  seed: Number(values.seed ?? randomInt(2 ** 31)),
  faults: Number(values.faults),
  perRound: 40,
  mostPauseMs: 800,
  services: 3,
  clients: 12,
  clusters: 5,
  dist: fileURLToPath(new URL('../..', import.meta.url)),
  wants: (name) => only(name) && !without(name),
  keepsFindings: true,
  say,
});
for (const line of figuresAsText(figures)) say(line);
process.exit(figures.findings.length === 0 ? 0 : 1);
