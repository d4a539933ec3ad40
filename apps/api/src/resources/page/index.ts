export { PageSessions } from './page-sessions.js';
export { servePage } from './serve-page.js';
export { openSessions, serveSessions, withoutSession } from './serve-sessions.js';
