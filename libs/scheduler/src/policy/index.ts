export { isPolicy, readPolicyFields } from './read-policy.js';
export type { AppliedPolicy, PolicyTranslation, TranslatedName } from './applied-policy.js';
