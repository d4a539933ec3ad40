import { TestServices } from '#test-services';
import {
  expectAllAgree,
  expectDifferencesOfProfile,
  expectNoDifferenceWhereLate,
  expectSamplesAgree,
} from './second-opinions.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

/** `BERTH_TEST_BINDINGS` decides fewer, or more. */
const PODS = Number(process.env['BERTH_TEST_BINDINGS'] ?? 5_000);
const MANY = { pods: PODS, nodes: 1_000, most: 3_000 };
const HOUR_MS = 3_600_000;

test.each<[what: string, expected: () => Promise<void>]>([
  ['agree where it decides as Berth does', () => expectAllAgree(services, MANY)],
  ['differ where it has another profile, and nowhere else', () => expectDifferencesOfProfile(services, MANY)],
  [
    'that are seen up to two seconds late are no disagreement',
    () => expectNoDifferenceWhereLate(services, { ...MANY, unknown: PODS / 10 }),
  ],
  [
    'of a part of the nodes agree where it is the part that the profile says',
    () => expectSamplesAgree(services, { ...MANY, most: 400 }),
  ],
])(`${PODS} decisions of a real scheduler %s`, (_, expected) => expected(), HOUR_MS);
