import { TestApi } from '../e2e/test-api.js';
import { MirroredChurn } from './mirrored-churn.js';

let api: TestApi;
let churn: MirroredChurn;
beforeAll(async () => {
  api = await TestApi.ofTeam();
  // Each kind has a watch, which is begun anew after each cut.
  churn = await MirroredChurn.start(api, ['nodes', 'pods']);
});
afterAll(async () => {
  await churn.stop();
  await api.stop();
});

test('a mirror that is cut and killed loses nothing, doubles nothing, and keeps the order of each object', async () => {
  const { source, followed, disorder, changes, expirations } = await churn.run({ changes: 80, cuts: 3, kills: 1 });
  expect(followed).toEqual(source);
  expect(source.length).toBeGreaterThan(10);
  expect(disorder).toEqual([]);
  expect(changes).toBeGreaterThan(followed.length);
  expect(expirations).toBeGreaterThan(0);
  const { body } = await api.post('/v1/verifications').send({ cluster: 'followed' }).expect(200);
  expect(body).toMatchObject({ holds: true });
  expect(await churn.terminate()).toBe(0);
}, 120_000);
