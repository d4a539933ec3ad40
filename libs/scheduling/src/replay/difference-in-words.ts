import type { Status } from '#scheduler';
import type { DecidingEngine, LocatedDifference, ReplayDifference } from './replay-report.js';

/** A difference in one line: what, where first, and since when or whose. */
export function differenceInWords({
  decision,
  pod,
  field,
  recorded,
  replayed,
  trace,
  follows,
  engine,
}: Omit<ReplayDifference, 'message'>): string {
  const of = pod === null ? '' : ` of pod ${pod.namespace}/${pod.name}`;
  return [
    `decision ${decision}${of}: ${fieldInWords({ field, recorded, replayed })}`,
    ...(trace === null ? [] : [traceInWords(trace)]),
    ...(follows === null ? [] : [`it may follow from ${follows}, which differs already`]),
    ...(engine === null || engine.isPresent ? [] : engineInWords(engine)),
  ].join('; ');
}

function engineInWords({ digest, version, plugins }: DecidingEngine): readonly string[] {
  if (plugins.length === 0) {
    const engine = `engine ${version ?? 'of an unknown version'} (${digest.slice(0, 12)})`;
    return [`it was made by ${engine}, which is not the present one`];
  }
  return plugins.map(({ name, digest: source }) => {
    return `it was made with plugin ${name} of source ${source.slice(0, 12)}, which is not the present one`;
  });
}

function fieldInWords({
  field,
  recorded,
  replayed,
}: Pick<ReplayDifference, 'field' | 'recorded' | 'replayed'>): string {
  switch (field) {
    case 'decision':
      return recorded === null && replayed === null
        ? 'it is not there'
        : `${shown(recorded)} was recorded, ${shown(replayed)} is decided`;
    case 'pod':
      return replayed === null ? 'the pod was not there' : `the pod of that name was another one, ${shown(replayed)}`;
    case 'profile':
      return `what is kept of profile ${shown(recorded)} comes to ${shown(replayed)}`;
    case 'trace':
      return 'the stored evidence is not what was decided';
    default:
      return `${field} was ${shown(recorded)}, and comes out as ${shown(replayed)}`;
  }
}

function traceInWords({ what, plugin, node, recorded, replayed }: LocatedDifference): string {
  if (what === 'nodes')
    return node === null
      ? 'the nodes stood in another order'
      : `node ${node} was ${inNodes(recorded)}, and is ${inNodes(replayed)}`;
  const at = [...(plugin === null ? [] : [`plugin ${plugin}`]), ...(node === null ? [] : [`node ${node}`])].join(
    ' on ',
  );
  return `first at ${at === '' ? what : at}: ${valueInWords(what, recorded)}, and now ${valueInWords(what, replayed)}`;
}

function inNodes(uid: unknown): string {
  return uid === null ? 'not there' : `there (${shown(uid)})`;
}

function valueInWords(what: LocatedDifference['what'], value: unknown): string {
  if (what === 'raw' || what === 'normalized') return `${what} score ${shown(value)}`;
  if (what !== 'verdict' && what !== 'status') return shown(value);
  const status = value as Status | null;
  return status === null ? 'passes' : `${status.code} (${status.reasons.join(', ')})`;
}

function shown(value: unknown): string {
  return value === null ? 'nothing' : JSON.stringify(value);
}
