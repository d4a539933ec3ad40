export { RowReader } from './row-reader.js';
export { asSmall, processorTurns, shareProcessorTurns, TimeSlice } from './time-slice.js';
