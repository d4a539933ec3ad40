import { fillHistory, type FilledHistory } from '../../libs/integrity/src/testing/filled-history.js';
import { RandomEdits } from './random-edits.js';

let history: FilledHistory;
beforeAll(async () => {
  history = await fillHistory({ access: true });
}, 60_000);
afterAll(() => history.drop());

test('what a superuser edits at random is found, or said to be not checked', async () => {
  const edits = await RandomEdits.of(history.client, history.tampered.inCluster(), 14);
  const outcomes = [];
  for (let count = 0; count < 6; count++) outcomes.push(await edits.next());
  expect(outcomes.filter(({ outcome }) => outcome === 'missed')).toEqual([]);
});
