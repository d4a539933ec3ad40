export { attemptAlone } from './attempt-alone.js';
export {
  nearestInWords,
  requestChanges,
  type Contest,
  type ContestEnd,
  type OtherRequests,
  type RequestChange,
  type TieRule,
} from './request-changes.js';
