import { Module } from '@nestjs/common';
import { VerificationController } from './verification.controller.js';

@Module({ controllers: [VerificationController] })
export class VerificationModule {}
