import { Module } from '@nestjs/common';
import { OperationsModule } from '../operations/index.js';
import { VerificationOperations } from './verification-operations.js';
import { VerificationController } from './verification.controller.js';
import { VerificationOfOperationResolver, VerificationResolver } from './verification.resolver.js';

@Module({
  imports: [OperationsModule],
  controllers: [VerificationController],
  providers: [VerificationOperations, VerificationOfOperationResolver, VerificationResolver],
})
export class VerificationModule {}
