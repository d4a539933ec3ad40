/** Cividis: as bright as it is high, and the same order for readers that see no red or no green. */
const CIVIDIS = [
  [0, 34, 78],
  [18, 53, 112],
  [59, 73, 108],
  [87, 93, 109],
  [112, 113, 115],
  [138, 134, 120],
  [165, 156, 116],
  [195, 179, 105],
  [225, 204, 85],
  [254, 232, 56],
] as const;

/** Blue, white, brown: less, the same, more. */
const DIFFERENCE = [
  [33, 102, 172],
  [247, 247, 247],
  [179, 88, 6],
] as const;

type Colours = readonly (readonly [red: number, green: number, blue: number])[];

/** The colour of a share from 0 to 1; what is beyond has that of the end. */
export function scaleColour(share: number): string {
  return colourAt(CIVIDIS, share);
}

/** The colour of a difference from -1 to 1. */
export function differenceColour(difference: number): string {
  return colourAt(DIFFERENCE, (difference + 1) / 2);
}

function colourAt(colours: Colours, share: number): string {
  const place = Math.max(0, Math.min(1, share)) * (colours.length - 1);
  const from = colours[Math.floor(place)] ?? [0, 0, 0];
  const to = colours[Math.ceil(place)] ?? from;
  const between = place - Math.floor(place);
  const [red, green, blue] = from.map((part, index) => Math.round(part + ((to[index] ?? part) - part) * between));
  return `rgb(${red} ${green} ${blue})`;
}

/** Of black and white, the one that has more contrast on a colour, `#rrggbb`, by the relative luminance of WCAG 2. */
export function inkOn(colour: string): '#000' | '#fff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Where both have the same: (L + 0.05)^2 = 1.05 * 0.05.
  return luminance > Math.sqrt(1.05 * 0.05) - 0.05 ? '#000' : '#fff';
}
