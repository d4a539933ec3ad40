/** A request for a shell: the key is taken from the environment, and stands in no history. */
export function asCurl(origin: string, document: string, variables: object): string {
  const body = JSON.stringify({ query: document.replaceAll(/\s+/g, ' ').trim(), variables });
  return [
    `curl ${origin}/graphql`,
    `-H 'content-type: application/json'`,
    `-H "authorization: Bearer $BERTH_KEY"`,
    `-d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join(' \\\n  ');
}
