export { describePlugin, type PluginDescription } from './describe-plugin.js';
export { EXTENSION_POINTS, type ExtensionPoint } from './extension-point.js';
export type { BoundPlugin, Profile, PluginSource, ProfileConfiguration } from './profile.js';
export {
  readSchedulerConfiguration,
  type ConfiguredProfile,
  type ReadConfigurationResult,
} from './read-configuration.js';
export { defaultProfile, readProfile, type ProfileProblem, type ReadProfileResult } from './read-profile.js';
