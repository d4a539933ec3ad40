import { Module } from '@nestjs/common';
import { ProfileVersionsController } from './profile-versions.controller.js';
import { ProfilesController } from './profiles.controller.js';
import { ProfileVersionsResolver, ProfilesResolver } from './profiles.resolver.js';
import { SchedulerConfigurationController } from './scheduler-configuration.controller.js';

@Module({
  controllers: [ProfilesController, ProfileVersionsController, SchedulerConfigurationController],
  providers: [ProfilesResolver, ProfileVersionsResolver],
})
export class ProfilesModule {}
