export { isPolicy, readPolicyFields } from './read-policy.js';
