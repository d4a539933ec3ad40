export { DecisionService, type DecisionListRequest, type DecisionPage, type TraceRequest, type TraceView } from './decision.service.js';
