export { DatabaseStorage } from './database-storage.js';
