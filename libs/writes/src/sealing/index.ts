export { Sealer, type Sealed } from './sealer.js';
