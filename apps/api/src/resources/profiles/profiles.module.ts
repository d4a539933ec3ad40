import { Operations } from '../../ground/operation/index.js';
import { listPlugins } from './plugins.operations.js';
import {
  createProfile,
  deleteProfile,
  getProfile,
  getProfileVersion,
  importSchedulerConfiguration,
  listProfiles,
  listProfileVersions,
  updateProfile,
} from './profiles.operations.js';
import { ProfileResolver } from './profiles.resolver.js';

@Operations(
  [
    listPlugins,
    listProfiles,
    createProfile,
    getProfile,
    updateProfile,
    deleteProfile,
    listProfileVersions,
    getProfileVersion,
    importSchedulerConfiguration,
  ],
  { providers: [ProfileResolver] },
)
export class ProfilesModule {}
