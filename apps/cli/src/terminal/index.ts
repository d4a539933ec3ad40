export { processTerminal } from './process-terminal.js';
export { readText } from './read-text.js';
export { readYaml } from './read-yaml.js';
export type { Terminal } from './terminal.js';
export { unpacked } from './unpacked.js';
