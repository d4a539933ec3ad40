import type { FastifyReply } from 'fastify';

/** Where formats without room for a token say that there is a next page (RFC 8288). */
export function withNextLink(reply: FastifyReply, nextPageToken: string | undefined): void {
  if (nextPageToken === undefined) return;
  const [path = '', query = ''] = reply.request.url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('pageToken', nextPageToken);
  void reply.header('link', `<${path}?${parameters.toString()}>; rel="next"`);
}
