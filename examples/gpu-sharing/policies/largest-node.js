/** Amounts are compared as parts of the largest node: 128 cores and 8 GPUs, in thousandths. */
export const MOST_CPU = 128_000;
export const MOST_GPU = 8_000;
