import { TestApi } from '../e2e/test-api.js';
import { MirroredChurn } from './mirrored-churn.js';

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

test('100,000 changes, 200 cuts and kills', async () => {
  const { source, followed, disorder } = await churn.run({ changes: 100_000, cuts: 180, kills: 20 });
  expect(followed).toEqual(source);
  expect(disorder).toEqual([]);
  const { body } = await api.post('/v1/verifications').send({}).expect(200);
  expect(body).toMatchObject({ holds: true });
  expect(await churn.terminate()).toBe(0);
}, 3_600_000);
