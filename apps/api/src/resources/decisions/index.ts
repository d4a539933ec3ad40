export { decisionPage, decisionSchema, OBSTACLE, tracePage, traceQuery } from './decision.schema.js';
export {
  DECISION_ID,
  DecisionModel,
  DecisionOutcomeModel,
  ObstacleModel,
  PodReferenceModel,
  TraceStored,
} from './decisions.model.js';
export { DecisionsModule } from './decisions.module.js';
export { PointsModel, TraceStatusModel } from './trace.model.js';
export { LastDecisionLoader } from './last-decision.loader.js';
