import { current, given, problems, refusal, text, texts } from './definition.js';
import { notValid, quoted } from './words.js';

const name = text('The name.');

/** What scheduler profiles may be refused for. */
export const PROFILES = {
  /** About what a run was asked to use; ProfileUnknown is about what the path of a request names. */
  ProfileNotFound: refusal({
    code: 'PROFILE_NOT_FOUND',
    category: 'unknownReference',
    title: 'There is no such scheduler profile',
    description: 'There is no such scheduler profile.',
    fields: { name: text('The name in the request.'), known: texts('The names of the existing profiles.') },
    detail: (values) => `no profile is named ${quoted(values.name)}; known: ${values.known.join(', ')}`,
    field: 'profile',
  }),
  ProfileInvalid: refusal({
    code: 'PROFILE_INVALID',
    category: 'invalid',
    title: 'The scheduler profile is not valid',
    description: 'The scheduler profile is invalid.',
    fields: { problems },
    detail: (values) => notValid('the scheduler profile', values.problems),
  }),
  ProfileUnknown: refusal({
    code: 'PROFILE_UNKNOWN',
    category: 'notFound',
    title: 'The cluster has no such scheduler profile',
    description: 'There is no scheduler profile of this name.',
    fields: { name },
    detail: (values) => `profile ${quoted(values.name)} not found`,
    input: ['name'],
  }),
  ProfileVersionNotFound: refusal({
    code: 'PROFILE_VERSION_NOT_FOUND',
    category: 'notFound',
    title: 'The scheduler profile has no such version',
    description: 'The scheduler profile has no such version.',
    fields: { name, version: text('The version.') },
    detail: (values) => `profile ${quoted(values.name)} has no version ${quoted(values.version)}`,
  }),
  ProfileAlreadyExists: refusal({
    code: 'PROFILE_ALREADY_EXISTS',
    category: 'alreadyExists',
    title: 'The scheduler profile exists already',
    description: 'A scheduler profile of this name exists already.',
    fields: { name },
    detail: (values) => `a profile named ${quoted(values.name)} exists already`,
    field: 'schedulerName',
    input: ['profile'],
  }),
  ProfileModified: refusal({
    code: 'PROFILE_MODIFIED',
    category: 'preconditionFailed',
    title: 'The scheduler profile has been modified',
    description: 'The scheduler profile was changed since it was read.',
    fields: { name, given, current },
    detail: (values) =>
      `profile ${quoted(values.name)} has been modified: resourceVersion ${quoted(values.given)} was given, ` +
      `it is ${quoted(values.current)}`,
    input: ['resourceVersion'],
  }),
  DefaultProfileKept: refusal({
    code: 'DEFAULT_PROFILE_KEPT',
    category: 'conflict',
    title: 'The default scheduler profile cannot be deleted',
    description: 'The default scheduler profile can be replaced, but not deleted.',
    fields: { name },
    detail: (values) => `${quoted(values.name)} is the default profile: it can be replaced, but not deleted`,
    input: ['name'],
  }),
  ConfigurationInvalid: refusal({
    code: 'SCHEDULER_CONFIGURATION_INVALID',
    category: 'invalid',
    title: 'The scheduler configuration is not valid',
    description: 'The scheduler configuration is invalid. Nothing was imported.',
    fields: { problems },
    detail: (values) => notValid('the scheduler configuration', values.problems),
  }),
};
