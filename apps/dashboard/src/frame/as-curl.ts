/** A request for a shell: the key is taken from the environment, and stands in no history. */
export function asCurl(origin: string, document: string, variables: object, team?: string): string {
  const body = JSON.stringify({ query: document.replaceAll(/\s+/g, ' ').trim(), variables });
  return [
    `curl ${origin}/graphql`,
    `-H 'content-type: application/json'`,
    `-H "authorization: Bearer $BERTH_KEY"`,
    ...(team === undefined ? [] : [`-H ${quoted(`x-berth-team: ${team}`)}`]),
    `-d ${quoted(body)}`,
  ].join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
