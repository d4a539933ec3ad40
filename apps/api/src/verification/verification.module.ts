import { Module } from '@nestjs/common';
import { VerificationController } from './verification.controller.js';
import { VerificationResolver } from './verification.resolver.js';

@Module({ controllers: [VerificationController], providers: [VerificationResolver] })
export class VerificationModule {}
