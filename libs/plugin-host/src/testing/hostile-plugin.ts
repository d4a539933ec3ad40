/** A plugin that does what none should, and what a decision says of it. */
export interface HostilePlugin {
  readonly name: string;
  readonly source: string;
  /** Of the message, behind `plugin "<name>" failed: `. */
  readonly says: RegExp;
}

/** What a method does instead of answering, and what is said of it. */
type Trick = readonly [body: string, says: string];

const EVERYWHERE: readonly Trick[] = [
  ['throw new TypeError("no such rack");', 'threw TypeError: no such rack'],
  ['throw null;', 'threw null'],
  ['throw { toString() { throw 1; } };', 'threw something without words'],
  ['for (;;);', 'gave no answer within'],
  ['return /^(a+)+$/.test("a".repeat(40) + "!") ? 1 : 2;', 'gave no answer within'],
  ['Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);', 'gave no answer within'],
  ['return Promise.resolve(1);', 'answered a promise'],
  ['return (async () => { throw new Error("late"); })();', '(answered a promise|unhandled promise rejection)'],
  ['Promise.reject(new Error("left behind")); return 1;', '(answered 1: true|unhandled promise rejection)'],
  ['setImmediate(() => { throw new Error("in a timer"); }); return true;', '(uncaught error|answered true)'],
  // On a busy machine its silence may be noticed before its end.
  ['const deep = () => deep() + 1; return deep();', '(threw RangeError: Maximum call stack|gave no answer within)'],
  ['process.exit(3);', '(ended its thread with code 3|gave no answer within)'],
  ['process.exitCode = 3; process.abort();', 'threw'],
  ['node.metadata.labels.rack = "mine"; return true;', 'threw TypeError'],
  ['node.allocatable.pods = 0;', 'threw TypeError: Cannot assign to read only'],
  ['pod.spec.priority = 9;', 'threw TypeError'],
  ['delete pod.spec;', 'threw TypeError'],
  ['args.mine = 1;', 'threw TypeError'],
  ['const all = []; for (;;) all.push(new Array(1e4).fill(all.length));', '(took more than|gave no answer within)'],
  ['return {};', 'answered'],
  ['return Symbol("x");', 'answered'],
  ['return () => 1;', 'answered'],
  ['return -(2 ** 60);', 'answered'],
  ['return { get then() { throw new Error("a trap"); } };', 'a trap'],
];

const OF_FILTERS: readonly Trick[] = [
  ['return false;', 'answered false'],
  ['return "";', 'answered an empty reason'],
  ['return "x".repeat(1e6);', 'answered a reason of 1000000 characters'],
  ['return { code: "Error", reasons: ["x"] };', 'answered the code "Error"'],
  ['return { code: "Unschedulable", reasons: [] };', 'answered a code without reasons'],
  ['return { code: "Unschedulable", reasons: new Array(50).fill("x") };', 'answered 50 reasons'],
  ['return { code: "Unschedulable", reasons: [7] };', 'answered the reason 7'],
  ['return "half \\ud800";', 'answered a reason that is no text'],
];

const OF_SCORES: readonly Trick[] = [
  ['return NaN;', 'answered NaN'],
  ['return 101;', 'answered 101'],
  ['return -1;', 'answered -1'],
  ['return 0.5;', 'answered 0.5'],
  ['return Infinity;', 'answered Infinity'],
  ['return 10n;', 'answered 10n'],
  ['return "50";', 'answered "50"'],
  ['return null;', 'answered null'],
  ['return;', 'answered undefined'],
];

const REACHES = [`reach: 'static',`, `reach: 'node',`, ''];

/** The n-th of a sequence that does not end: every trick in every method and with every reach comes again and again. */
export function hostilePlugin(number: number): HostilePlugin {
  const tricks = [
    ...[...EVERYWHERE, ...OF_FILTERS].map((trick) => ['filter', trick] as const),
    ...[...EVERYWHERE, ...OF_SCORES].map((trick) => ['score', trick] as const),
  ];
  // Steps of a prime, so that few tell much.
  const [method, [body, says]] = tricks[(number * 29) % tricks.length] ?? tricks[0] ?? ['filter', ['', '']];
  const name = `Hostile${number}`;
  const reach = REACHES[number % REACHES.length] ?? '';
  const source = `export default { name: '${name}', ${reach}\n  ${method}(pod, node, args) { ${body} } };\n`;
  return { name, source, says: new RegExp(says) };
}
