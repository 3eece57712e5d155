/** Bytecode with what executing it needs, made once per distinct code. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromBytes, type Limbs } from './words';

export type Code = {
  bytes: Uint8Array;
  /** keccak256 as a word. */
  hash: Limbs;
  /** 1 where a JUMPDEST stands that is no push data; made when first executed. */
  jumpDestinations: Uint8Array | undefined;
  /** The address a delegation designator (EIP-7702) points to, as a word; undefined for ordinary code. */
  delegate: Limbs | undefined;
};

const JUMPDEST = 0x5b;
const PUSH1 = 0x60;
const PUSH32 = 0x7f;

export function makeCode(bytes: Uint8Array): Code {
  const hash = new Uint32Array(8);
  fromBytes(keccak_256(bytes), 0, 32, hash, 0);
  let delegate: Limbs | undefined;
  if (bytes.length === 23 && bytes[0] === 0xef && bytes[1] === 0x01 && bytes[2] === 0x00) {
    delegate = new Uint32Array(8);
    fromBytes(bytes, 3, 20, delegate, 0);
  }
  return { bytes, hash, jumpDestinations: undefined, delegate };
}

/** The valid jump destinations of the code; linear once, then constant. */
export function jumpDestinations(code: Code): Uint8Array {
  if (code.jumpDestinations) return code.jumpDestinations;
  const { bytes } = code;
  const valid = new Uint8Array(bytes.length);
  for (let pc = 0; pc < bytes.length; pc++) {
    const op = bytes[pc];
    if (op === JUMPDEST) valid[pc] = 1;
    else if (op >= PUSH1 && op <= PUSH32) pc += op - PUSH1 + 1;
  }
  code.jumpDestinations = valid;
  return valid;
}
