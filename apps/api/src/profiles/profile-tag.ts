import type { ServedProfile } from '#scheduling';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Gives an answer the profile's entity tag: what it was last changed to, and as which version it serves. */
export function tagProfile(reply: FastifyReply, profile: ServedProfile): ServedProfile {
  void reply.header('etag', `"${profile.resourceVersion}.${profile.version}"`);
  return profile;
}

/** The resourceVersions that If-Match allows; nothing where it allows any. A tag that is none of ours allows none. */
export function ifMatch({ headers }: Pick<FastifyRequest, 'headers'>): {
  readonly resourceVersions?: readonly string[];
} {
  const tags = headers['if-match']?.split(',').map((tag) => tag.trim());
  if (tags === undefined || tags.includes('*')) return {};
  return { resourceVersions: tags.map((tag) => /^"(\d+)\.\d+"$/.exec(tag)?.[1] ?? tag) };
}
