export { assumeBindings, laterBindings } from './assume-bindings.js';
export { assumeAsCounted } from './awaiting-volumes.js';
export { assumeNominations, laterNominations } from './later-nominations.js';
export { NearbyChanges } from './nearby-changes.js';
export { ObservationDriver } from './observation-driver.js';
export { takeSeenBudgets } from './seen-budgets.js';
export { ObservationService, type JudgedObservations } from './observation.service.js';
