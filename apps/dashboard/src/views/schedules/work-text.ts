/** What a schedule does, in a few words: `report pending of prod`. */
export function workText({ work, parameters }: { readonly work: string; readonly parameters: unknown }): string {
  const { report, cluster, profile } = parameters as Readonly<Record<string, string | undefined>>;
  return [work, report, cluster && `of ${cluster}`, profile && `by ${profile}`].filter(Boolean).join(' ');
}
