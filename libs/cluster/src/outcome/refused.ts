import type { Refusal } from './refusals/index.js';

/** A refusal that is thrown: from where a cluster is found, so that none of those who find one can pass it over. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.kind);
  }
}
