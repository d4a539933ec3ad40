import { fillHistory, type FilledHistory } from '../../libs/integrity/src/testing/filled-history.js';
import { RandomEdits, type EditOutcome } from './random-edits.js';

/** `EDITS_SEED` makes the same edits again. */
const SEED = Number(process.env['EDITS_SEED'] ?? Date.now() % 1_000_000);
const EDITS = Number(process.env['EDITS'] ?? 200);

let history: FilledHistory;
beforeAll(async () => {
  history = await fillHistory({ access: true });
}, 60_000);
afterAll(() => history.drop());

test(`each of ${EDITS} edits of a superuser is found, or said to be not checked (seed ${SEED})`, async () => {
  const edits = await RandomEdits.of(history.client, history.tampered.inCluster(), SEED);
  const outcomes: EditOutcome[] = [];
  for (let count = 0; count < EDITS; count++) outcomes.push(await edits.next());
  const tables = new Set(outcomes.map(({ table }) => table));
  const said = (['found', 'elsewhere', 'listed', 'missed'] as const)
    .map((what) => `${outcomes.filter(({ outcome }) => outcome === what).length} ${what}`)
    .join(', ');
  process.stdout.write(`seed ${SEED}: ${said}; ${tables.size} tables\n`);
  expect(outcomes.filter(({ outcome }) => outcome === 'missed')).toEqual([]);
});
