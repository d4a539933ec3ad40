import type { ControllerContext } from '../../engine/index.js';
import { hasToken, NEW_ZONE, withoutToken, type Zone } from './zones.js';

type Memory = ControllerContext['memory'];

const ZONE = 'zone ';
/** Of a zone: nodes to be tainted, in the order in which they came. */
const WAITING = 'waiting ';

/** The zones of a cluster, and their nodes that wait to be tainted. // as zoneStates and zoneNoExecuteTainter */
export class WaitingNodes {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get zones(): readonly string[] {
    return [...this.#memory.keys()].filter((key) => key.startsWith(ZONE)).map((key) => key.slice(ZONE.length));
  }

  get isEmpty(): boolean {
    return this.zones.every((name) => this.#in(name).length === 0);
  }

  zone(name: string): Zone {
    return (this.#memory.get(ZONE + name) as Zone | undefined) ?? NEW_ZONE;
  }

  setZone(name: string, zone: Zone): void {
    this.#memory.set(ZONE + name, zone);
  }

  forgetZone(name: string): void {
    this.#memory.delete(ZONE + name);
    this.#memory.delete(WAITING + name);
  }

  add(zone: string, node: string): void {
    if (!this.#in(zone).includes(node)) this.#set(zone, [...this.#in(zone), node]);
  }

  remove(zone: string, node: string): void {
    if (this.#in(zone).includes(node)) this.#set(zone, without(this.#in(zone), node));
  }

  /**
   * Gives the nodes of a zone to `taint`, a token each, until it has none. A node for which that is false stays.
   * When there is a token for the next one, in milliseconds since 1970; undefined where none waits, or none ever.
   */
  taint(name: string, now: number, taint: (node: string) => boolean): number | undefined {
    for (let zone = this.zone(name); ; zone = this.zone(name)) {
      const [first] = this.#in(name);
      if (first === undefined || zone.rate === 0) return undefined;
      if (!hasToken(zone, now)) return zone.next;
      this.setZone(name, withoutToken(zone, now));
      const others = without(this.#in(name), first);
      this.#set(name, taint(first) ? others : [...others, first]);
    }
  }

  #in(zone: string): readonly string[] {
    return (this.#memory.get(WAITING + zone) ?? []) as readonly string[];
  }

  #set(zone: string, nodes: readonly string[]): void {
    if (nodes.length > 0) this.#memory.set(WAITING + zone, nodes);
    else this.#memory.delete(WAITING + zone);
  }
}

function without(names: readonly string[], name: string): readonly string[] {
  return names.filter((one) => one !== name);
}
