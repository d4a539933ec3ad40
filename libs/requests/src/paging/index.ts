export { edgeOf, pageOf, type PageWindow, type WindowPage } from './page-window.js';
