import { Module } from '@nestjs/common';
import { CheckpointsController } from './checkpoints.controller.js';
import { ProofsController } from './proofs.controller.js';

@Module({ controllers: [CheckpointsController, ProofsController] })
export class ProofModule {}
