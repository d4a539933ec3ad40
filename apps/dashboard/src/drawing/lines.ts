/** A value at a time; null where there was none. */
export interface Sample {
  readonly at: string;
  readonly value: number | null;
}

/** How large the drawing is that the lines are in: its units are those of the path. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** The value at its top; that at its bottom is 0. */
  readonly top: number;
}

/** The `d` of a path through samples that are equally far apart; it begins anew behind a sample without a value. */
export function linePath(samples: readonly Sample[], { width, height, top }: Canvas): string {
  const step = samples.length > 1 ? width / (samples.length - 1) : 0;
  let isDrawn = false;
  return samples
    .map(({ value }, index) => {
      const command = isDrawn ? 'L' : 'M';
      isDrawn = value !== null;
      return value === null ? '' : `${command}${round(index * step)} ${round(height - (height * value) / top)}`;
    })
    .join('');
}

/** The `d` of the area between the values of `lower` and those of `upper`, which are equally far apart and as many. */
export function bandPath(lower: readonly number[], upper: readonly number[], { width, height, top }: Canvas): string {
  const step = upper.length > 1 ? width / (upper.length - 1) : 0;
  const point = (value: number, index: number): string =>
    `${round(index * step)} ${round(height - (height * value) / top)}`;
  const back = lower.map(point).reverse();
  return upper.length === 0 ? '' : `M${[...upper.map(point), ...back].join('L')}Z`;
}

/** The least of 1, 1.5, 2, 3, ... that no value exceeds: a share is above 1 where more is requested than there is. */
export function topOf(values: readonly (number | null)[]): number {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return most <= 1 ? 1 : most <= 1.5 ? 1.5 : Math.ceil(most);
}

function round(coordinate: number): number {
  return Math.round(coordinate * 10) / 10;
}
