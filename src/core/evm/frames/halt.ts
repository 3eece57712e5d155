/**
 * Why a frame ended, numbered for columns. The texts are geth's, which the
 * node's own traces use as well.
 */
export const Halt = {
  none: 0, // STOP, RETURN or the end of the code
  revert: 1,
  outOfGas: 2,
  stackUnderflow: 3,
  stackOverflow: 4,
  invalidJump: 5,
  invalidOpcode: 6,
  writeProtection: 7,
  returnDataOutOfBounds: 8,
  callDepth: 9,
  insufficientBalance: 10,
  createCollision: 11,
  codeSizeExceeded: 12, // EIP-170
  invalidCodePrefix: 13, // EIP-3541
  codeStoreOutOfGas: 14,
  nonceOverflow: 15, // EIP-2681
  gasUintOverflow: 16,
  precompileFailed: 17,
} as const;
export type Halt = (typeof Halt)[keyof typeof Halt];

/** What a halt for want of gas states of its cause to tests of contracts. */
export const LACKS = { memory: 'memory', memoryLimit: 'memory limit' } as const;

/** Returns geth's words for the halt; `detail` is the opcode of an invalid one, or the two stack heights. */
export function haltText(halt: Halt, detail = ''): string {
  switch (halt) {
    case Halt.none:
      return '';
    case Halt.revert:
      return 'execution reverted';
    case Halt.outOfGas:
      return detail === '' ? 'out of gas' : `out of gas: ${detail}`;
    case Halt.stackUnderflow:
      return detail === '' ? 'stack underflow' : `stack underflow (${detail})`;
    case Halt.stackOverflow:
      return detail === '' ? 'stack limit reached' : `stack limit reached ${detail}`;
    case Halt.invalidJump:
      return 'invalid jump destination';
    case Halt.invalidOpcode:
      return detail === '' ? 'invalid opcode' : `invalid opcode: ${detail}`;
    case Halt.writeProtection:
      return 'write protection';
    case Halt.returnDataOutOfBounds:
      return 'return data out of bounds';
    case Halt.callDepth:
      return 'max call depth exceeded';
    case Halt.insufficientBalance:
      return 'insufficient balance for transfer';
    case Halt.createCollision:
      return 'contract address collision';
    case Halt.codeSizeExceeded:
      return 'max code size exceeded';
    case Halt.invalidCodePrefix:
      return 'invalid code: must not begin with 0xef';
    case Halt.codeStoreOutOfGas:
      return 'contract creation code storage out of gas';
    case Halt.nonceOverflow:
      return 'nonce uint64 overflow';
    case Halt.gasUintOverflow:
      return 'gas uint64 overflow';
    case Halt.precompileFailed:
      return detail === '' ? 'precompile failed' : detail;
  }
}
