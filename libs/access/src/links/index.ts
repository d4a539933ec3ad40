export { SignedLinks, type LinkedFile, type LinkHolder } from './signed-links.js';
