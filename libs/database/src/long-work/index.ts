export { RowReader } from './row-reader.js';
export { asSmall, coreSemaphore, shareCoreSemaphore, TimeSlice } from './time-slice.js';
