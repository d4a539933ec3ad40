import { TestServices } from '#test-services';
import { historiesAgree } from './living-histories.js';

let all: readonly [TestServices, TestServices];
beforeAll(async () => {
  all = await TestServices.pair();
});
afterAll(async () => {
  await all[1].leave();
  await all[0].drop();
});

test('two hundred histories come to the same however time is cut, by whom, and where it is broken off', async () => {
  await historiesAgree(all, 200);
}, 3_600_000);
