export { Manifest } from './manifest.js';
