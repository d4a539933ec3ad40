export { AccessReviewService } from './access-review.service.js';
export { mayDo, mayRead, READ_PATHS, rulesIn, type ResourceAttributes } from './may-do.js';
