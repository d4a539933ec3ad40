export { ProfileService, knownProfiles, resolveProfile, useProfile, type ProfileRequest, type ResolvedProfile } from './profile.service.js';
export type { KnownProfile } from './profile.store.js';
