export { SEARCHED_KINDS, SearchService, type SearchHit, type SearchRequest } from './search.service.js';
