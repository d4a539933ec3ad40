import { runCampaign, wanting } from './campaign.js';
import { MISTAKES } from './mistakes.js';
import { plant } from './planted.js';

const SEED = 7;

test.each(MISTAKES)('%s: the campaign finds %s', async (_what, noticed, faults, edits) => {
  const { dist, remove } = plant(process.cwd(), edits);
  try {
    const { findings } = await runCampaign({
      seed: SEED,
      faults: 60,
      perRound: 12,
      mostPauseMs: 800,
      services: 2,
      clients: 10,
      clusters: 2,
      dist,
      wants: wanting(faults),
      until: noticed,
      keepsFindings: false,
      say: () => undefined,
    });
    expect(findings.map(({ kind }) => kind)).toContain(noticed);
  } finally {
    remove();
  }
});
