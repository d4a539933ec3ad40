import { join } from 'node:path';
import { runCampaign, wanting } from './campaign.js';
import { figuresAsText } from './figures.js';

/** Faults that are over at once, or soon: this is the part that every test run has time for. */
const FAULTS = ['service.kill', 'service.hold', 'connections', 'network.cut', 'network.delay', 'network.hold'];

test('disturbed a few times, two processes keep what they acknowledged', async () => {
  const lines: string[] = [];
  const figures = await runCampaign({
    // Each of these faults, and one process killed.
    seed: 111,
    faults: 10,
    perRound: 10,
    mostPauseMs: 800,
    services: 2,
    clients: 5,
    clusters: 2,
    dist: join(process.cwd(), 'dist'),
    wants: wanting(FAULTS),
    keepsFindings: false,
    say: (line) => void lines.push(line),
  });
  expect(figures.findings).toEqual([]);
  expect(figures.faults).toHaveLength(10);
  expect(figures.checked.acknowledged).toBeGreaterThan(10);
  expect([...figuresAsText(figures)]).toContain('lost 0, doubled 0, 500s 0');
}, 120_000);
