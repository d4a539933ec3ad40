export { decisionSchema, tracePage, traceQuery } from './decision.schema.js';
export { DECISION_ID, PodReferenceModel, TraceStored } from './decisions.model.js';
export { DecisionsModule } from './decisions.module.js';
