export { ProfileService, type ProfileTarget } from './profile.service.js';
export type { ConfigurationReport } from './import-configuration.js';
export type { ProfileVersion, ProfileWriteOptions, ResolvedProfile, ServedProfile } from './profile.js';
export { knownProfiles, resolveProfile, useProfile, type ProfileRequest } from './resolve-profile.js';
