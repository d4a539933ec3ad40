export {
  readSchedulerConfiguration,
  type ConfiguredProfile,
  type ReadConfigurationResult,
} from './read-configuration.js';
export { defaultProfile, readProfile, type ProfileProblem, type ReadProfileResult } from './read-profile.js';
