export { assumeClaims, assumeVolumes } from './assume-volumes.js';
export { renewClaims } from './made-again.js';
export { settleVolumes } from './settle-volumes.js';
