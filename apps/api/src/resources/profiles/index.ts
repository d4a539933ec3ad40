export { EngineReferenceModel, ProfileReferenceModel } from './profiles.model.js';
export { ProfilesModule } from './profiles.module.js';
