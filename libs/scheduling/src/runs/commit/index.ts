export { draftEffects, touchedObjects } from './draft-effects.js';
export { settlePart } from './settle-part.js';
export { noteProfiles, UsedProfiles, type ProfileRefs } from './used-profiles.js';
