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

const MANY = { pods: 5_000, nodes: 30, most: 150 };
const HOUR_MS = 3_600_000;

test.each<[what: string, expected: () => Promise<void>]>([
  ['agree where it decides as Berth does', () => expectAllAgree(services, MANY)],
  ['differ where it has another profile, and nowhere else', () => expectDifferencesOfProfile(services, MANY)],
  [
    'that are seen up to two seconds late are no disagreement',
    () => expectNoDifferenceWhereLate(services, { ...MANY, unknown: 500 }),
  ],
  [
    'of a part of the nodes agree where it is the part that the profile says',
    () => expectSamplesAgree(services, { ...MANY, most: 400 }),
  ],
])('5,000 decisions of a real scheduler %s', (_, expected) => expected(), HOUR_MS);
