import { requestProperties } from './request-changes.js';

describe('other requests', () => {
  requestProperties(200);
});
