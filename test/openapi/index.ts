export { PublishedApi, type Exchange } from './published-api.js';
export { tapExchanges } from './tap.js';
