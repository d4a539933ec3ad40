import { FieldPath } from '#apimachinery';
import { IN_TREE_PLUGINS } from '../in-tree-plugins.js';
import { CONFIGURATION_PROBLEMS, IGNORED_FIELDS } from '../testing/configuration-problems.js';
import { PROFILE_PROBLEMS } from '../testing/profile-problems.js';
import { readSchedulerConfiguration } from './read-configuration.js';
import { readProfile } from './read-profile.js';

/** What the author of an input reads: its problems, or nothing. */
function texts(read: ReturnType<typeof readProfile> | ReturnType<typeof readSchedulerConfiguration>): string[] {
  return 'problems' in read
    ? read.problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    : [];
}

describe('a profile with', () => {
  test.each(PROFILE_PROBLEMS)('%s', (_says, profile, want) => expect(texts(readProfile(profile))).toEqual(want));
});

describe('a configuration with', () => {
  test.each(CONFIGURATION_PROBLEMS)('%s', (_says, configuration, want) =>
    expect(texts(readSchedulerConfiguration(configuration))).toEqual(want),
  );
});

describe('a configuration is accepted, and what changes nothing is said:', () => {
  test.each(IGNORED_FIELDS)('%s', (_says, configuration, want) => {
    const read = readSchedulerConfiguration(configuration);
    expect('ignored' in read && read.ignored.map(({ field, message }) => `${field}: ${message}`)).toEqual(want);
  });
});

test('paths, also those in the texts, start where the caller says', () => {
  const at = FieldPath.root.child('profile');
  expect(
    texts(readProfile({ plugin: {}, plugins: { bind: { disabled: [{ name: '*' }] } } }, IN_TREE_PLUGINS, at)),
  ).toEqual([
    'profile.plugins.bind: at least one bind plugin is needed for profile with scheduler name "default-scheduler"',
    'profile.plugin: unknown field "profile.plugin"',
  ]);
  expect(texts(readProfile(null, IN_TREE_PLUGINS, at))).toEqual([]);
  expect(texts(readSchedulerConfiguration([], IN_TREE_PLUGINS, at))[0]).toBe(
    'profile: Invalid value: "array": must be an object',
  );
});
