import { Module } from '@nestjs/common';
import { PluginsController } from './plugins.controller.js';
import { PluginsResolver } from './plugins.resolver.js';
import { ProfileVersionsController } from './profile-versions.controller.js';
import { ProfilesController } from './profiles.controller.js';
import { ProfileVersionsResolver, ProfilesResolver } from './profiles.resolver.js';
import { SchedulerConfigurationController } from './scheduler-configuration.controller.js';

@Module({
  controllers: [PluginsController, ProfilesController, ProfileVersionsController, SchedulerConfigurationController],
  providers: [PluginsResolver, ProfilesResolver, ProfileVersionsResolver],
})
export class ProfilesModule {}
