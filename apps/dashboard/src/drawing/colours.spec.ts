import { readFileSync } from 'node:fs';

/** Red, green and blue, 0 to 1, of light. */
type Light = readonly [number, number, number];

const SHEET = readFileSync(new URL('../../../../../apps/dashboard/styles/tokens.css', import.meta.url), 'utf8');
/** How who lacks one kind of cones sees light: Machado, Oliveira and Fernandes (2009), all of it. */
const SIGHTS = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;
/** Distinguished beside each other, in hundredths of OKLab. */
const MIN_DISTANCE = 12;
/** Of WCAG, of what is no text. */
const MIN_CONTRAST = 3;
/** Of WCAG, of text. */
const MIN_CONTRAST_OF_TEXT = 4.5;

const SCHEMES = ['light', 'dark'] as const;
const STATUSES = ['good', 'waits', 'failed', 'said'] as const;
const VERDICTS = ['passes', 'unschedulable', 'unresolvable', 'error', 'chosen'] as const;

function colour(name: string, scheme: (typeof SCHEMES)[number]): Light {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(SHEET) ?? [];
  const hex = (scheme === 'light' ? light : dark) ?? '';
  return [0, 2, 4].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Light;
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function seen(light: Light, sight: keyof typeof SIGHTS): Light {
  return SIGHTS[sight].map((row) =>
    Math.max(0, row[0] * light[0] + row[1] * light[1] + row[2] * light[2]),
  ) as unknown as Light;
}

function oklab([red, green, blue]: Light): Light {
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue),
    Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue),
    Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue),
  ];
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function distance(one: Light, other: Light): number {
  const [a, b] = [oklab(one), oklab(other)];
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function contrast(one: Light, other: Light): number {
  const [low, high] = [one, other].map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b).sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const pairsOf = (names: readonly string[]): [string, string][] =>
  names.flatMap((one, index) => names.slice(index + 1).map((other): [string, string] => [one, other]));

describe.each(Object.keys(SIGHTS) as (keyof typeof SIGHTS)[])('with %s', (sight) => {
  test.each(SCHEMES)('verdicts, and less and more, are distinguished in %s colours', (scheme) => {
    const near = [...pairsOf(VERDICTS), ...pairsOf(['less', 'more'])].filter(
      ([one, other]) => distance(seen(colour(one, scheme), sight), seen(colour(other, scheme), sight)) < MIN_DISTANCE,
    );
    expect(near).toEqual([]);
  });

  test.each(SCHEMES)('what did not pass stands out from the ground, in %s colours', (scheme) => {
    const ground = seen(colour('ground', scheme), sight);
    const faint = [...VERDICTS.slice(1), 'less', 'more'].filter(
      (name) => contrast(seen(colour(name, scheme), sight), ground) < MIN_CONTRAST,
    );
    expect(faint).toEqual([]);
  });
});

test.each(SCHEMES)(
  'a status is read on its ground, and all text on the grounds of the page, in %s colours',
  (scheme) => {
    const pairs = [
      ...STATUSES.map((name) => [`${name}-ink`, `${name}-ground`] as const),
      ...['ground', 'sunk', 'raised', 'hover'].flatMap((ground) => [
        ['ink', ground] as const,
        ['quiet', ground] as const,
        ['link', ground] as const,
      ]),
      ['on-chosen', 'chosen'] as const,
    ];
    const faint = pairs.filter(
      ([ink, ground]) => contrast(colour(ink, scheme), colour(ground, scheme)) < MIN_CONTRAST_OF_TEXT,
    );
    expect(faint).toEqual([]);
  },
);

test('two colours of which only one who sees green sees a difference are near', () => {
  const [red, green] = [
    [0.3, 0.1, 0.05],
    [0.05, 0.2, 0.05],
  ] as const;
  expect(distance(red, green)).toBeGreaterThan(MIN_DISTANCE);
  expect(distance(seen(red, 'protanopia'), seen(green, 'protanopia'))).toBeLessThan(MIN_DISTANCE);
});
