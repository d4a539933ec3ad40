export { Routes, type OpenApi, type Parameter } from './routes.js';
export { PublishedApi, type Exchange } from './published-api.js';
export { tapExchanges } from './tap.js';
