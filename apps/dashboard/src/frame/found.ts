import { revisionMoment } from '../place/moment.js';
import { paths } from '../place/paths.js';

/** One line of what was found, and where it leads. */
export interface Found {
  readonly what: string;
  readonly name: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** An object of the cluster as the API finds it. */
export interface Hit {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
}

/** Runs have ids like this, and decisions these with a number behind. */
const RUN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DECISION = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.\d+$/i;

/** What a text may mean by itself: a revision, a run, a decision. */
export function meant(text: string, cluster: string): Found[] {
  const revision = /^(?:rev(?:ision)?[ :]?)?(\d+)$/i.exec(text)?.[1];
  const found: Found[] = [];
  if (revision !== undefined)
    found.push({
      what: 'Revision',
      name: `the cluster as it was at revision ${revision}`,
      to: paths.overview(cluster),
      search: { at: revisionMoment(revision) },
    });
  if (RUN.test(text)) found.push({ what: 'Run', name: text, to: paths.runs(cluster, text) });
  if (DECISION.test(text)) found.push({ what: 'Decision', name: text, to: paths.decisions(cluster, text) });
  return found;
}

/** Where the view of an object is; kinds without one have none. */
export function leadsTo({ kind, namespace, name }: Hit, cluster: string): Found | undefined {
  if (kind === 'Node') return { what: kind, name, to: paths.nodes(cluster, name) };
  if (kind === 'Pod' && namespace !== null)
    return { what: kind, name: `${namespace}/${name}`, to: paths.pods(cluster, namespace, name) };
  if (kind === 'Namespace') return { what: kind, name, to: paths.pods(cluster), search: { namespace: name } };
  return undefined;
}
