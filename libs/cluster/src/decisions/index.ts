export { DecisionService, type DecisionListRequest, type DecisionPage, type TraceRequest, type TraceView, type WholeTrace } from './decision.service.js';
