export { FullMeter } from './full-meter.js';
export { saveBlob, savePng, saveSvg, saveText } from './save.js';
export { differenceColour, inkOn, scaleColour } from './scale.js';
export { bandPath, linePath, topOf, type Sample } from './lines.js';
export { flowLayout, type FlowBar } from './ribbons.js';
export { SparkLine } from './spark-line.js';
export { UsedBar } from './used-bar.js';
