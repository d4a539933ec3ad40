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
