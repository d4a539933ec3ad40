export { OidcSignIn, type SignInConfig } from './oidc-sign-in.js';
export { PageSessions } from './page-sessions.js';
export { servePage } from './serve-page.js';
export { serveSignIn } from './serve-sign-in.js';
export { openSessions, serveSessions, withoutSession } from './serve-sessions.js';
