export { replicasIn, scaleOf, scaleProblems, selectorText, type Scale } from './scale.js';
