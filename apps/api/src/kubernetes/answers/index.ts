export { AnswerInterceptor } from './answer.interceptor.js';
export { DiscoveryAnswerInterceptor } from './discovery-answer.interceptor.js';
export { answerForm, lastingOfForm, MEDIA_TYPES, prefersAggregated, STREAM_TYPES, type AnswerForm } from './accept.js';
export { answerInForm } from './answer-in-form.js';
export { statusText } from './status-text.js';
export { descriptionOf } from './description-of.js';
