export type { CountsByKind, Diff, DiffEnd, DiffRequest, ObjectDifference, PlacementDifference } from './diff.js';
export { DiffService } from './diff.service.js';
export type {
  CountDifference,
  NodeDifference,
  QuantityDifference,
  ResourceDifference,
  UtilizationDifference,
} from './utilization-difference.js';
