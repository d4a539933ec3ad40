import { Injectable } from '@nestjs/common';
import { CapacityService, ClusterService, DecisionService, ObjectService, SchedulingService } from '#cluster';

/** The services that fields of lists read from. */
@Injectable()
export class LoadedServices {
  constructor(
    readonly clusters: ClusterService,
    readonly objects: ObjectService,
    readonly capacity: CapacityService,
    readonly decisions: DecisionService,
    readonly scheduling: SchedulingService,
  ) {}
}
