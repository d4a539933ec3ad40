const TIME = new Intl.DateTimeFormat('en-GB', {
  ...{ year: 'numeric', month: 'short', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
});

/** `21 Nov 2026, 12:00:00 UTC`. */
export function dayAndTime(at: string | null | undefined): string {
  return at == null ? '' : `${TIME.format(new Date(at))} UTC`;
}

/** Two times beside each other, with their day once where it is the same: `30 Nov 2026, 20:14:39`, `20:14:48 UTC`. */
export function timeSpan(from: string, until: string): readonly [from: string, until: string] {
  const [begun, ended] = [from, until].map((at) => (at === '' ? '' : TIME.format(new Date(at))));
  const [day = '', time = ''] = (ended ?? '').split(', ');
  return [begun ?? '', `${begun?.startsWith(`${day}, `) === true ? time : (ended ?? '')} UTC`];
}

const UNITS = [
  [31_536_000_000, 'y'],
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** How long something took or has lasted, in its largest unit: `3.2 s`, `12 min`, `4 d`, `3.6 y`. */
export function duration(ms: number): string {
  const [size, unit] = UNITS.find(([one]) => ms >= one) ?? [1, 'ms'];
  const count = ms / size;
  return `${count < 10 && size > 1 ? count.toFixed(1).replace(/\.0$/, '') : Math.round(count)} ${unit}`;
}

/** How long ago a time was, from the time that is now, in milliseconds. */
export function ago(at: string, now: number): string {
  return `${duration(Math.max(0, now - Date.parse(at)))} ago`;
}

export function percent(ratio: number | null | undefined): string {
  return ratio == null ? '' : `${(100 * ratio).toFixed(1)} %`;
}

export function count(number: number): string {
  return number.toLocaleString('en');
}

/** A count in front of a word; what is part of a name, a ratio or an amount is not one. */
const COUNT = /(?<![\w./:=-])\d{4,}(?= [a-z])/g;

/** A sentence of the API, which writes counts as kube-scheduler does, with counts as on the page: `1,200 pods`. */
export function grouped(sentence: string): string {
  return sentence.replace(COUNT, (digits) => count(Number(digits)));
}

/** A difference with its sign: `+12`, `−3`, `0`. */
export function signed(number: number, inWords: (value: number) => string = count): string {
  return number === 0 ? '0' : `${number < 0 ? '−' : '+'}${inWords(Math.abs(number))}`;
}

const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'] as const;

/** The digits behind the point of an amount that is less. */
const DIGITS = [
  [100, 2],
  [1000, 1],
] as const;

/** An amount of a resource as it is read: memory in powers of 1024, cpu in cores, everything else as it is. */
export function amount(resource: string, value: number): string {
  if (!/memory|storage|hugepages/.test(resource)) {
    const [, digits = 0] = DIGITS.find(([end]) => Math.abs(value) < end) ?? [];
    const number = value.toLocaleString('en', { maximumFractionDigits: digits });
    return resource === 'cpu' ? `${number} CPU` : number;
  }
  let rest = value;
  let unit = 0;
  while (Math.abs(rest) >= 1024 && unit < BINARY.length - 1) {
    rest /= 1024;
    unit++;
  }
  return `${rest.toFixed(rest < 10 && unit > 0 ? 1 : 0)} ${BINARY[unit]}`.trim();
}

/** An amount with what it is of: `3.15 CPU`, `5.5 Gi memory`, `1 nvidia.com/gpu`. */
export function amountOf(resource: string, value: number): string {
  return resource === 'cpu' ? amount(resource, value) : `${amount(resource, value)} ${resource}`;
}

/** `1 node`, `2 nodes`. */
export function counted(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** A name without its middle where it is too long: names of nodes begin alike, and differ at their ends. */
export function shortened(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  for (let kept = name.length - 1; kept > 1; kept--) {
    const tail = Math.ceil(kept / 2);
    const text = `${name.slice(0, kept - tail)}…${name.slice(-tail)}`;
    if (fits(text)) return text;
  }
  return '…';
}
