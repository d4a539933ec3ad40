export { ask, queries, refresh, useAsk, useRead, type QueryKey } from './ask.js';
export { useCalling, useMutating, type Change } from './change.js';
export { following, useHeads, type Following, type Head } from './heads.js';
export { Observed, useObserved } from './observed.js';
export { problemOf, type FieldProblem, type ShownProblem } from './problem.js';
export {
  berth,
  called,
  serviceOf,
  session,
  signIn,
  signInAddress,
  signInIssuer,
  signOut,
  takeKey,
  type Identity,
} from './session.js';
