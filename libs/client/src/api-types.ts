import type { Client, ClientPathsWithMethod, MaybeOptionalInit } from 'openapi-fetch';
import type { components, paths } from './generated/api.js';

/** What the document says of every path, as far as it answers JSON. */
export type Api = Client<paths, 'application/json'>;

/** The methods that the API has. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A path of the document that takes this method, its parameters in braces. */
export type Path<M extends Method> = ClientPathsWithMethod<Api, M>;

/** What a call takes: `params` (`path`, `query`, `header`), `body`, and what fetch takes, such as `signal`. */
export type Init<M extends Method, P extends Path<M>> = MaybeOptionalInit<paths[P], M>;

/** The same as an argument, which may be left out where nothing in it is needed. */
export type InitArgument<M extends Method, P extends Path<M>> =
  undefined extends Init<M, P> ? [init?: Init<M, P>] : [init: Init<M, P>];

/** The JSON that answers a call that succeeds; nothing where the document has none. */
export type Answer<M extends Method, P extends Path<M>> = paths[P][M] extends { readonly responses: infer R }
  ? { [Status in keyof R & Success]: JsonOf<R[Status]> }[keyof R & Success]
  : never;

type Success = 200 | 201 | 202 | 204;

type JsonOf<R> = R extends { readonly content: { readonly 'application/json': infer T } } ? T : undefined;

/** A page of a list. */
interface Page {
  readonly items: readonly unknown[];
  readonly nextPageToken?: string;
}

/** A path that answers a list page by page. */
export type PagedPath = { [P in Path<'get'>]: Answer<'get', P> extends Page ? P : never }[Path<'get'>];

/** What such a list is of. */
export type Item<P extends PagedPath> = Answer<'get', P> extends { readonly items: readonly (infer T)[] } ? T : never;

/** The schemas of the document by name, such as `Schemas['Run']`. */
export type Schemas = components['schemas'];
