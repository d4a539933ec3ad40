import { Module } from '@nestjs/common';
import { ObjectsResolver } from './objects.resolver.js';

@Module({ providers: [ObjectsResolver] })
export class ObjectsModule {}
