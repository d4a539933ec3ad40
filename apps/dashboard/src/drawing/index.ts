export { saveBlob, savePng, saveSvg, saveText } from './save.js';
export { scaleColour } from './scale.js';
