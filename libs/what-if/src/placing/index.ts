export { movePods, type Loss, type Move, type Moved, type Moving, type Stuck } from './move.js';
export { place, type Placement, type Placing } from './place.js';
