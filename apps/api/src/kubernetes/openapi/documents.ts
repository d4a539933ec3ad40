import { createHash } from 'node:crypto';
import { resourcesOf, servedGroups } from '../discovery.js';
import { pathsOf } from './paths.js';
import { schemasOf } from './schemas.js';

/** A document of a group version, and the hash of what it says. */
interface Document {
  readonly text: string;
  readonly hash: string;
}

/** What is served does not change while the service runs: each document is made once, when it is first asked for. */
const made = new Map<string, Document>();

/** The documents of /openapi/v3 by their paths: a change of one changes its URL. */
export function openApiIndex(): object {
  const groups = [...servedGroups()].flatMap(([group, versions]) =>
    versions.map((version) => [group, version] as const),
  );
  const paths = [['', 'v1'] as const, ...groups].map(([group, version]) => {
    const path = pathOf(group, version);
    return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${documentOf(group, version)?.hash ?? ''}` }];
  });
  return { paths: Object.fromEntries(paths) as object };
}

/** The OpenAPI 3.0 document of a group version as JSON; undefined where it is not served. */
export function openApiDocument(group: string, version: string): string | undefined {
  return documentOf(group, version)?.text;
}

function pathOf(group: string, version: string): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

function documentOf(group: string, version: string): Document | undefined {
  const path = pathOf(group, version);
  const known = made.get(path);
  if (known !== undefined) return known;
  const resources = resourcesOf(group, version);
  if (resources.length === 0) return undefined;
  const text = JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.34.0' },
    paths: Object.fromEntries(resources.flatMap((resource) => pathsOf(`/${path}`, resource))) as object,
    components: { schemas: schemasOf(resources) },
  });
  const document = { text, hash: createHash('sha256').update(text).digest('hex').toUpperCase() };
  made.set(path, document);
  return document;
}
