import { Module } from '@nestjs/common';
import { KeysController } from './keys.controller.js';
import { KeysResolver } from './keys.resolver.js';
import { SharingController } from './sharing.controller.js';
import { SharingResolver } from './sharing.resolver.js';
import { TeamsController } from './teams.controller.js';
import { TeamsResolver } from './teams.resolver.js';
import { WhoamiController } from './whoami.controller.js';
import { WhoamiResolver } from './whoami.resolver.js';

@Module({
  controllers: [TeamsController, KeysController, SharingController, WhoamiController],
  providers: [TeamsResolver, KeysResolver, SharingResolver, WhoamiResolver],
})
export class AccessModule {}
