export {
  decisionOutcome,
  decisionPage,
  decisionSchema,
  OBSTACLE,
  obstacle,
  podReference,
  scorePoints,
  tracePage,
  traceQuery,
  traceStatus,
  traceStored,
} from './decision.schema.js';
export { DECISION_ID, DecisionModel } from './decisions.model.js';
export { DecisionsModule } from './decisions.module.js';
export { LastDecisionLoader } from './last-decision.loader.js';
