import { Module } from '@nestjs/common';
import { CheckpointsController } from './checkpoints.controller.js';
import { ProofResolver } from './proof.resolver.js';
import { ProofsController } from './proofs.controller.js';

@Module({ controllers: [CheckpointsController, ProofsController], providers: [ProofResolver] })
export class ProofModule {}
