export { decisionQueries } from './decision-queries.js';
