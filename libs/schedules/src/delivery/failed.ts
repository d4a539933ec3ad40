/** Why a delivery was not taken, for people. */
export class DeliveryFailed extends Error {}
