import { TestApi } from '../e2e/test-api.js';
import { MirroredChurn } from './mirrored-churn.js';

/** `BERTH_TEST_CHANGES=100000` is the whole of it. */
const CHANGES = Number(process.env['BERTH_TEST_CHANGES'] ?? 10_000);
/** So many changes there are to a cut or a kill, and so many cuts to a kill. */
const CHANGES_A_TROUBLE = 500;
const TROUBLES_A_KILL = 10;

let api: TestApi;
let churn: MirroredChurn;
beforeAll(async () => {
  api = await TestApi.start();
  churn = await MirroredChurn.start(api);
});
afterAll(async () => {
  await churn.stop();
  await api.stop();
});

test(`${CHANGES} changes, with a cut or a kill each ${CHANGES_A_TROUBLE}`, async () => {
  const troubles = Math.ceil(CHANGES / CHANGES_A_TROUBLE);
  const kills = Math.ceil(troubles / TROUBLES_A_KILL);
  const { source, followed, disorder, ...seen } = await churn.run({ changes: CHANGES, cuts: troubles - kills, kills });
  process.stdout.write(`${seen.changes} changes in the log, ${seen.expirations} watches expired\n`);
  expect(followed).toEqual(source);
  expect(disorder).toEqual([]);
  const { body } = await api.post('/v1/verifications').send({}).expect(200);
  expect(body).toMatchObject({ holds: true });
  expect(await churn.terminate()).toBe(0);
}, 7_200_000);
