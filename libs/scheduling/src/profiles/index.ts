export { ProfileService, type ProfileTarget } from './profile.service.js';
export type { ConfigurationReport } from './import-configuration.js';
export { engineDigest, engineVersion } from './engine-digest.js';
export { addPlugins, knownPlugins, listPlugins, otherSources, type OtherSource } from './known-plugins.js';
export type { EngineRef, ProfileVersion, ProfileWriteOptions, ResolvedProfile, ServedProfile } from './profile.js';
export { PROFILE_KIND } from './present-profile.store.js';
export { versionNow } from './served-profiles.js';
export { listVersions, type KeptVersion } from './profile-version.store.js';
export {
  builtInProfile,
  knownProfiles,
  profileDigest,
  resolveGiven,
  resolveProfile,
  resolveSource,
  useProfile,
  type ProfileRequest,
} from './resolve-profile.js';
