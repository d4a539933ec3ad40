import {
  COLLECTION_STYLE,
  EVENT_ALIAS,
  EVENT_POP,
  EVENT_SCALAR,
  EVENT_SEQUENCE,
  type Event,
  type PopEvent,
  type SequenceEvent,
} from 'js-yaml';

/** A text and its events, which refer to it by offsets. */
export interface YamlSource {
  readonly source: string;
  readonly events: readonly Event[];
}

/** A node that has an anchor, with the nodes of other places that its aliases stand for. */
interface AnchoredNode extends YamlSource {
  /** Where its text began in the text that its events refer to. */
  readonly start: number;
  /** The place of its end in the document: of two nodes with one name, the later counts from there on. */
  readonly order: number;
  readonly needs: ReadonlySet<AnchoredNode>;
}

/** A collection that is open while the events of a piece are read. */
interface OpenCollection {
  readonly name: string | undefined;
  /** Its place among the events, and that of its text. */
  readonly first: number;
  readonly start: number;
  readonly needs: Set<AnchoredNode>;
}

/**
 * The anchors of a document that is read in pieces: an alias of one piece may stand for a node of an earlier one. Only
 * nodes with anchors are kept, all of them together no longer than `longest` characters.
 */
export class YamlAnchors {
  readonly #named = new Map<string, AnchoredNode>();
  #order = 0;
  #length = 0;

  constructor(private readonly longest: number) {}

  /**
   * A list whose last item is the piece, after the nodes of earlier pieces that its aliases stand for; undefined where
   * it has no such alias. Offsets of the piece stay as they are, so that errors name its own lines.
   */
  completed({ source, events: [document, ...node] }: YamlSource): YamlSource | undefined {
    const needed = new Set<AnchoredNode>();
    for (const one of this.#aliased(source, node)) addWithNeeds(one, needed);
    if (needed.size === 0 || document === undefined) return undefined;
    const events: Event[] = [document, LIST];
    let text = source;
    for (const one of [...needed].sort((a, b) => a.order - b.order)) {
      for (const event of one.events) events.push(moved(event, text.length - one.start));
      text += one.source;
    }
    for (const event of node.slice(0, -1)) events.push(event);
    events.push(END, END);
    return { source: text, events };
  }

  /** Keeps the anchors of a piece; false where all of them together become too long. */
  keep({ source, events }: YamlSource): boolean {
    if (!events.some((event) => anchorOf(source, event) !== undefined)) return true;
    const open: OpenCollection[] = [];
    let end = 0;
    for (const [index, event] of events.entries()) {
      const name = anchorOf(source, event);
      const offsets = offsetsOf(event);
      const start = Math.min(...offsets);
      end = Math.max(end, ...offsets);
      if (event.type === EVENT_ALIAS) {
        const node = this.#named.get(source.slice(event.anchorStart, event.anchorEnd));
        if (node !== undefined) open.at(-1)?.needs.add(node);
      } else if (event.type === EVENT_SCALAR) {
        this.#set(name, { source: source.slice(start, end), start, events: [event], needs: new Set() });
      } else if (event.type === EVENT_POP) {
        const ended = open.pop();
        if (ended === undefined) continue;
        for (const one of ended.needs) open.at(-1)?.needs.add(one);
        const own = { source: source.slice(ended.start, end), events: events.slice(ended.first, index + 1) };
        this.#set(ended.name, { ...own, start: ended.start, needs: ended.needs });
      } else {
        open.push({ name, first: index, start, needs: new Set() });
      }
      if (this.#length > this.longest) return false;
    }
    return true;
  }

  /** The nodes of earlier pieces that aliases of this one stand for. */
  #aliased(source: string, events: readonly Event[]): AnchoredNode[] {
    const own = new Set<string>();
    const found: AnchoredNode[] = [];
    for (const event of events) {
      const name = event.type === EVENT_ALIAS ? source.slice(event.anchorStart, event.anchorEnd) : undefined;
      const node = name === undefined || own.has(name) ? undefined : this.#named.get(name);
      if (node !== undefined) found.push(node);
      const anchor = anchorOf(source, event);
      if (anchor !== undefined) own.add(anchor);
    }
    return found;
  }

  #set(name: string | undefined, node: Omit<AnchoredNode, 'order'>): void {
    if (name === undefined) return;
    this.#length += node.source.length - (this.#named.get(name)?.source.length ?? 0);
    this.#order += 1;
    // A copy: a part of a text keeps the whole text in memory.
    const source = JSON.parse(JSON.stringify(node.source)) as string;
    this.#named.set(name, { ...node, source, order: this.#order });
  }
}

const NOWHERE = -1;
const LIST: SequenceEvent = {
  type: EVENT_SEQUENCE,
  start: 0,
  anchorStart: NOWHERE,
  anchorEnd: NOWHERE,
  tagStart: NOWHERE,
  tagEnd: NOWHERE,
  style: COLLECTION_STYLE.FLOW,
};
const END: PopEvent = { type: EVENT_POP };

function addWithNeeds(node: AnchoredNode, all: Set<AnchoredNode>): void {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (all.has(next)) continue;
    all.add(next);
    for (const one of next.needs) open.push(one);
  }
}

/** The name of the anchor that a node has. */
function anchorOf(source: string, event: Event): string | undefined {
  if (event.type === EVENT_ALIAS || !('anchorStart' in event) || event.anchorStart === NOWHERE) return undefined;
  return source.slice(event.anchorStart, event.anchorEnd);
}

const OFFSETS = ['start', 'anchorStart', 'anchorEnd', 'tagStart', 'tagEnd', 'valueStart', 'valueEnd'] as const;

function offsetsOf(event: Event): number[] {
  const fields = event as unknown as Readonly<Record<string, number | undefined>>;
  return OFFSETS.map((field) => fields[field] ?? NOWHERE).filter((offset) => offset !== NOWHERE);
}

/** The event for a text that begins elsewhere. */
function moved(event: Event, by: number): Event {
  const fields = { ...event } as unknown as Record<string, number | undefined>;
  for (const field of OFFSETS) {
    const offset = fields[field];
    if (offset !== undefined && offset !== NOWHERE) fields[field] = offset + by;
  }
  return fields as unknown as Event;
}
