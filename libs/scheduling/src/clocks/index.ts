export { parseDuration, parseSpan, type KubeletModel } from '#living';
export { ClockDriver } from './clock-driver.js';
export type { ClockMove } from './clock-move.js';
export { ClockService, FASTEST, type ClockSetting, type ClockView, type QueuedPods } from './clock.service.js';
