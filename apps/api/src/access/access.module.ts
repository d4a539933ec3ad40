import { Module } from '@nestjs/common';
import { KeysController } from './keys.controller.js';
import { SharingController } from './sharing.controller.js';
import { TeamsController } from './teams.controller.js';
import { WhoamiController } from './whoami.controller.js';

@Module({ controllers: [TeamsController, KeysController, SharingController, WhoamiController] })
export class AccessModule {}
