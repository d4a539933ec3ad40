export { hostProblems, type AllowedHosts } from './allowed-hosts.js';
export { ExtenderCalls, type ExtenderCall, type ExtenderCallsOptions } from './extender-calls.js';
export { StoredManifests } from './manifests.store.js';
