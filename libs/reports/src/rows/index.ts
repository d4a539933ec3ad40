export { joinRows, keepRows, linesOf, rowsOf, type KeptRows, type ReportRow } from './kept-rows.js';
