import { Module } from '@nestjs/common';
import { DiffController } from './diff.controller.js';
import { ClusterDiffResolver, DiffListsResolver } from './diff.resolver.js';

@Module({ controllers: [DiffController], providers: [ClusterDiffResolver, DiffListsResolver] })
export class DiffModule {}
