import fc from 'fast-check';
import { CALLER, TestServices } from '../../services/index.js';
import { answered, DENIED, Readings } from './readings.js';
import { randomShare, shareCluster, type RandomShare } from './shared-cluster.js';

/** What must be refused to whoever sees a part: it tells of all. */
const OF_THE_WHOLE = ['revisions', 'revision', 'ledger', 'replay', 'fork', 'totals', 'waits'];

/** Of so many clusters everything is read by readers who see a part, and no name of others is in any answer. */
export function seesNoOthers(clusters: number): void {
  let services: TestServices;
  beforeAll(async () => {
    services = await TestServices.create();
  });
  afterAll(() => services.drop());

  test('who sees everything reads those names', async () => {
    const shared = await shareCluster(services, fc.sample(randomShare, { numRuns: 1, seed: 1 })[0] as RandomShare);
    for (const reader of shared.readers) {
      const found: string[] = [];
      for (const [name, ask] of new Readings(services).of(shared, { ...reader, caller: CALLER })) {
        const text = inText(await answered(ask));
        if (reader.hidden.some((mark) => text.includes(mark))) found.push(name);
      }
      expect(found.length).toBeGreaterThan(50);
    }
  }, 60_000);

  test('no answer has a name, a label or a uid of what its reader does not see', async () => {
    const readings = new Readings(services);
    let read = 0;
    const run = fc.asyncProperty(randomShare, async (share) => {
      const shared = await shareCluster(services, share);
      for (const reader of shared.readers) {
        const denied: string[] = [];
        const texts: string[] = [];
        for (const [name, ask] of readings.of(shared, reader)) {
          const answer = await answered(ask);
          const text = inText(answer);
          const reported = reader.hidden.filter((mark) => text.includes(mark));
          if (reported.length > 0)
            throw new Error(`${reader.caller.actor}: ${name} tells ${reported.join(' and ')}: ${text}`);
          if (answer === DENIED) denied.push(name);
          texts.push(text);
          read++;
        }
        expect([...new Set(denied)].sort()).toEqual([...OF_THE_WHOLE, 'others’ totals'].sort());
        expect(texts.filter((text) => text.includes(reader.own)).length).toBeGreaterThan(20);
        const lost = reader.own === shared.evicted;
        const sign = lost
          ? '"preemptedBy":"a pod of higher priority of another team"'
          : '"otherVictims":1,"redacted":true';
        expect(texts.some((text) => text.includes(sign))).toBe(true);
      }
    });
    await fc.assert(run, { numRuns: clusters, endOnFailure: true });
    expect(read).toBeGreaterThan(clusters * 100);
  }, 600_000);
}

/** All of an answer: maps and bytes too. */
function inText(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    return value instanceof Map || value instanceof Set ? [...value] : value;
  });
}
