export { atQuery, momentQuery, nextPlace, placeInTime } from './at.js';
export { AnswerHeaders, UNCACHED } from './answer-headers.js';
export { answerOptions } from './answer-options.js';
export { canonicalUrl } from './canonical-url.js';
export { CONDITION_HEADERS, Conditional, Terms, termsOf } from './conditions.js';
export { duplicatesOf, mediaType, parseBodies, type BodyDuplicates } from './body-parser.js';
export { COMPRESSION, tellsProgress } from './compression.js';
export { csv, type Cell } from './csv.js';
export { endLine } from './end-line.js';
export { tagEntity } from './entity-tag.js';
export { FreshnessInterceptor, type VersionOf } from './freshness.interceptor.js';
export { day, isOfLate, readTime, time, TIMES } from './time.js';
export { EventStream, eventText, type Taken } from './event-stream.js';
export { WAKE_BATCHES } from './wake-batches.js';
export { WatchSettings } from './watch-settings.js';
export { Idempotent, KEY_HEADER } from './idempotency.js';
export { withoutUndefined, type WithoutUndefined } from './without-undefined.js';
export { OpenPlaces } from './open-places.js';
export { asksForPage, filtersOf, pageQuery, PageTokens, withNextLink, type ListPage } from './page.js';
export { podText } from './pod-text.js';
export { booleanParameter, publishedAs, type ParameterSchema } from './parameters.js';
export { parseRequest, requestProblems, valid } from './parse-request.js';
export { preferredType } from './preferred-type.js';
export {
  Accepts,
  BodyLimit,
  DEFAULT_RULES,
  LastKeyCounts,
  Lasts,
  PROTOBUF,
  RefusesBodies,
  Rules,
  rulesOf,
  type AskedRead,
  type Lasting,
  type RouteRules,
  type UnreadableBody,
} from './route.js';
export { refuseNul } from './refuse-nul.js';
export { tellSpans } from './request-spans.js';
export { refuseUnasked } from './refuse-unasked.js';
export { requestIdOf } from './request-id.js';
export { logRequests, type AnsweredRequest } from './request-log.js';
export { columnsOf, rowOf, type TableColumn } from './table-columns.js';
export { sendRows, TABLE_TYPES, type TableType } from './send-rows.js';
export { sendFile, type SentFile } from './send-file.js';
export { cutSlowReaders } from './slow-readers.js';
export { sendText } from './send-text.js';
export { ServedMethods } from './served-methods.js';
export { unreadableRequest } from './unreadable-request.js';
export { discardUnread } from './unread-body.js';
export { NO_CONTAINERS, OF_CONTAINERS } from './no-containers.js';
export { speaksKubernetes } from './speaks-kubernetes.js';
