export * from './schedule.store.js';
export * from './result.store.js';
export * from './delivery.store.js';
