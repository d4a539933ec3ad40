interface Space {
  readonly name: string;
  readonly pods: number;
}

/** As many namespaces as are asked about one by one: a request each. */
const MOST = 12;

/** The namespaces with the most pods, and of equals the first by name. */
export function largest<S extends Space>(spaces: readonly S[]): S[] {
  return [...spaces].sort((a, b) => b.pods - a.pods || (a.name < b.name ? -1 : 1)).slice(0, MOST);
}
