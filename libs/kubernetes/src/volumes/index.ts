export { checkVolumes, defaultVolume, volumes, type Volume } from './volumes.js';
