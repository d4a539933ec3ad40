export { makeCells, type Cells } from './cells.js';
export { verdictColumns, type ClassColumns, type FlatOverrides } from './class-columns.js';
export { ColumnChange } from './column-change.js';
export { EvidenceFollower } from './evidence-follower.js';
export { KeptColumn } from './kept-column.js';
export { samePlaces, UnitedPlaces, type Places } from './places.js';
