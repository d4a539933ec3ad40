export { podSecurityViolation } from './pod-security.js';
