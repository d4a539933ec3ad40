export { AnswerInterceptor } from './answer.interceptor.js';
export { answerForm, lastingOfForm, MEDIA_TYPES, prefersAggregated, type AnswerForm } from './accept.js';
export { answerInForm } from './answer-in-form.js';
export { statusText } from './status-text.js';
export { descriptionOf } from './description-of.js';
