import { dump } from 'js-yaml';
import { Dice } from '../../oracle/generator/dice.js';
import { claims, classes, controllers, ignored, nodes, odd, pods, services, type DumpObject } from './dump-objects.js';

/** A dump as a person may have it: its text, and the objects that are in it, in their order. */
export interface OddDump {
  readonly text: string;
  readonly objects: readonly DumpObject[];
}

/** The same dump for the same seed. */
export function makeDump(seed: number): OddDump {
  const dice = new Dice(seed);
  const objects = [
    ...nodes(dice),
    ...classes(dice),
    ...claims(dice),
    ...controllers(dice),
    ...services(dice),
    ...pods(dice),
    ...ignored(dice),
    ...odd(dice),
  ];
  if (dice.chance(0.2)) objects.push(structuredClone(dice.pick(objects)));
  const written = dice.pick([jsonList, typedLists, yamlDocuments, yamlList])(objects, dice);
  return { text: written.text, objects: JSON.parse(JSON.stringify(written.objects)) as DumpObject[] };
}

type Written = { readonly text: string; readonly objects: readonly DumpObject[] };

function jsonList(objects: readonly DumpObject[]): Written {
  return { text: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }, null, 1), objects };
}

/** A list for each kind, whose items do not repeat it; some are lists of nothing, as Go writes them. */
function typedLists(objects: readonly DumpObject[], dice: Dice): Written {
  const types = [...new Set(objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))];
  const lists = types.map((type) => {
    const [apiVersion = '', kind = ''] = type.split(' ');
    const own = objects.filter((one) => one.apiVersion === apiVersion && one.kind === kind);
    const items = own.map(({ apiVersion: _version, kind: _kind, ...rest }) => rest);
    return {
      text: JSON.stringify({ kind: `${kind}List`, apiVersion, metadata: { resourceVersion: '7' }, items }),
      own,
    };
  });
  const empty = JSON.stringify({ kind: 'PodList', apiVersion: 'v1', items: null });
  const texts = lists.map(({ text }) => (dice.chance(0.3) ? `${empty}\n${text}` : text));
  return { text: texts.join('\n'), objects: lists.flatMap(({ own }) => own) };
}

function yamlDocuments(objects: readonly DumpObject[], dice: Dice): Written {
  const documents = objects.map((object) => dump(object));
  if (dice.chance(0.5)) documents.splice(dice.between(0, documents.length), 0, 'kind: NodeList\nitems:\n');
  return { text: documents.join(dice.pick(['---\n', '\n---\n# next\n'])), objects };
}

/** What items share is written once, with an anchor, and stands for itself elsewhere by aliases. */
function yamlList(objects: readonly DumpObject[], dice: Dice): Written {
  const known = new Map<string, unknown>();
  const shared = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const made = Array.isArray(value)
      ? value.map(shared)
      : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shared(item)]));
    const text = JSON.stringify(made);
    if (!known.has(text) && dice.chance(0.9)) known.set(text, made);
    return known.get(text) ?? made;
  };
  return { text: dump({ apiVersion: 'v1', kind: 'List', items: objects.map(shared) }), objects };
}
