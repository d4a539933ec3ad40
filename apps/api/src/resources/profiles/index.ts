export { engineReference, profileReference } from './profile.schema.js';
export { ProfilesModule } from './profiles.module.js';
