export { saveBlob, savePng, saveSvg, saveText } from './save.js';
