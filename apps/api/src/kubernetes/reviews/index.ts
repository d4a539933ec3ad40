export { NoImpersonation } from './no-impersonation.guard.js';
export { REVIEWS, reviewPath } from './review-kinds.js';
export { ReviewsController } from './reviews.controller.js';
