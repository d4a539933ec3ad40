export { ask, queries, refresh, useAsk, type QueryKey } from './ask.js';
export { useMutating, type Change } from './change.js';
export { following, useHeads, type Following, type Head } from './heads.js';
export { Observed, useObserved } from './observed.js';
export { problemOf, type FieldProblem, type ShownProblem } from './problem.js';
export { berth, session, takeKey, wantKey } from './session.js';
