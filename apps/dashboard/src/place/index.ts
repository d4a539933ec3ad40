export { endOfHistory, revisionAt, revisionIn, revisionMoment, stretchOf, type Stretch } from './moment.js';
export { paths } from './paths.js';
export { changed, formatSearch, parseSearch, type Search } from './search.js';
export { useLongParameter } from './use-long-text.js';
export { useChange, useParameter, usePlace, type Place } from './use-place.js';
export { ViewLink } from './view-link.js';
