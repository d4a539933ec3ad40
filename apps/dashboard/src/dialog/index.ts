export { Dialog } from './dialog.js';
