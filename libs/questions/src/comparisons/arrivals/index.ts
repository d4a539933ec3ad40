export { RecordedArrivals } from './recorded-arrivals.js';
export { type ArrivedPart, countArrivals, listArrivedParts } from './recorded-parts.queries.js';
