export { Contest } from './contest.js';
export { comparedSide, type LocatedComparison, locateSides, type LocatedSide } from './locate-sides.js';
export { type Rules, Side, type SideState, type Turn } from './side.js';
