export { asCsv } from './csv.js';
export { asParquet } from './parquet.js';
