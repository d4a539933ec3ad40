export { podSecurityViolation, securityLabelFaults } from './pod-security.js';
