import { Injectable } from '@nestjs/common';
import { CapacityService } from '#history';
import { ClusterService, ObjectService } from '#cluster';
import { DecisionService, SchedulingService } from '#scheduling';

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
