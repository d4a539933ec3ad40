import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/clusters.module.js';
import { ObjectLoader } from './object.loader.js';
import { ObjectsResolver } from './objects.resolver.js';

@Module({ imports: [ClustersModule], providers: [ObjectsResolver, ObjectLoader], exports: [ObjectLoader] })
export class ObjectsModule {}
