export { ALL_IN_SIGHT, sees, type Sight } from './sight.js';
export { inSight, objectInSight } from './sight.queries.js';
