import { moduleOf } from './boot/bundle.js';

// What serves is in serve.ts.
await import(moduleOf('service').href);
