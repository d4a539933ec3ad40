import { moduleOf } from './boot/bundle.js';

await import(moduleOf('service').href);
