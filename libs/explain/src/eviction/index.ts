export { choosePods, evictionOf, namedPod } from './choose-pods.js';
