export { GRAPHQL_PATH, GRAPHQL_RULES } from './graphql-path.js';
export { loaderPerRequest } from './batch-loader.js';
export { DocumentStore } from './document-store.js';
export { EXAMPLE_QUERIES } from './explorer/example-queries.js';
export { GraphqlExplorer } from './explorer/graphql-explorer.js';
export { printedSchema } from './explorer/printed-schema.js';
export { GraphqlModule } from './graphql.module.js';
export { MutationInput, MutationPayload, PlainMutationInput, given, idempotencyOf, mutate } from './mutation.model.js';
export { type Connection, connection, connectionOf, sidesOf } from './relay/connection.js';
export { globalIdType } from './relay/global-id.js';
export { Implementation } from './relay/implementations.js';
export { type FoundNode, NodeTypes } from './relay/node-types.js';
export {
  PageArgs,
  pageRequest,
  pageSize,
  readCursor,
  writeCursor,
  type CursorPart,
  type PageRequest,
} from './relay/page.args.js';
export { compareKeys, connectionOfAll, pageOfAll } from './relay/page-of-all.js';
export { RelayNode } from './relay/relay-node.model.js';
export { document, readDocument } from './read-document.js';
export { type RequestContext } from './request-context.js';
export {
  argsOf,
  argumentsOf,
  enumOf,
  inputOf,
  inputTypeOf,
  requestOf,
  withoutNulls,
  words,
  type RequestField,
  type RequestFields,
} from './request-types.js';
export { type MadeField, component, descriptionOf, objectType, shown, typeOf, viewOf } from './answer-types.js';
export { DateTime, Json } from './scalars.js';
export { eventIterator } from './subscriptions/event-iterator.js';
export { SubscriptionServer } from './subscriptions/subscription-server.js';
export { SubscriptionSettings } from './subscriptions/subscription-settings.js';
