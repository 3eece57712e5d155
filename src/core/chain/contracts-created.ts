/** The nonce a contract begins with, before it created any (EIP-161). */
const FIRST_NONCE = 1;

/** Returns how many contracts a contract with this nonce has created; contracts from before EIP-161 began with nonce 0 and created one more. */
export function contractsCreated(nonce: number): number {
  return Math.max(0, nonce - FIRST_NONCE);
}
