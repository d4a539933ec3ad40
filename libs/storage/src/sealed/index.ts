export { SealedStorage } from './sealed-storage.js';
