import {
  EVENT_ALIAS,
  EVENT_DOCUMENT,
  EVENT_MAPPING,
  EVENT_POP,
  EVENT_SCALAR,
  EVENT_SEQUENCE,
  getScalarValue,
  parseEvents,
  type ScalarEvent,
} from 'js-yaml';
import type { DuplicateField } from './manifest.js';
import { OpenCollection } from './open-collection.js';

/** What is open: a mapping or a list, and of a mapping whether a key comes next. */
interface Open {
  readonly collection: OpenCollection;
  awaitsKey: boolean;
}

/** The keys that mappings of a YAML text have twice; `line` is that of its beginning. Merges (`<<`) are no keys. */
export function locateDuplicateYamlKeys(text: string, line: number): DuplicateField[] {
  const open: Open[] = [];
  const found: DuplicateField[] = [];
  for (const event of parseEvents(text, {})) {
    switch (event.type) {
      case EVENT_DOCUMENT:
        break;
      case EVENT_MAPPING:
      case EVENT_SEQUENCE:
        open.push({ collection: new OpenCollection(event.type === EVENT_MAPPING), awaitsKey: true });
        break;
      case EVENT_POP:
        open.pop();
        leaveValue(open.at(-1));
        break;
      case EVENT_SCALAR:
      case EVENT_ALIAS: {
        const inside = open.at(-1);
        if (inside?.collection.isObject !== true || !inside.awaitsKey) {
          leaveValue(inside);
          break;
        }
        inside.awaitsKey = false;
        const key = event.type === EVENT_SCALAR ? getScalarValue(text, event) : undefined;
        if (key === undefined || key === '<<' || inside.collection.enter(key)) break;
        found.push({ key, path: pathOf(open), line: line + linesBefore(text, event as ScalarEvent) });
      }
    }
  }
  return found;
}

function leaveValue(inside: Open | undefined): void {
  if (inside === undefined) return;
  inside.awaitsKey = true;
  inside.collection.nextItem();
}

/** An item of a list of manifests is read with its dash; what is in it is reported without. */
function pathOf(open: readonly Open[]): string {
  return OpenCollection.pathOf(open.map(({ collection }) => collection)).replace(/^\[0\]\./, '');
}

function linesBefore(text: string, { valueStart }: ScalarEvent): number {
  return text.slice(0, valueStart).split('\n').length - 1;
}
