import { Module } from '@nestjs/common';
import { ClustersModule } from '../clusters/index.js';
import { ObjectLoader } from './object.loader.js';
import { ObjectsResolver } from './objects.resolver.js';

@Module({ imports: [ClustersModule], providers: [ObjectsResolver, ObjectLoader], exports: [ObjectLoader] })
export class ObjectsModule {}
