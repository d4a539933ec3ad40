export { profileReference } from './profile.schema.js';
export { EngineReferenceModel } from './profiles.model.js';
export { ProfilesModule } from './profiles.module.js';
