/** A small chain for tests of the machine: contracts by the first byte of their address, everything else empty. */
import type { BlockEnvironment } from '../../../src/core/evm/environment';
import { BLOBS_PRAGUE, Fork } from '../../../src/core/evm/rules/forks';
import { opcode } from '../../../src/core/evm/rules/opcodes';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import type { TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { fromBigInt } from '../../../src/core/evm/words/words';
import { Replay } from '../../../src/core/replay/replay';

export const SENDER = new Uint8Array(20).fill(0xaa);
export const TARGET = new Uint8Array(20).fill(0xbb);
export const OTHER = new Uint8Array(20).fill(0xcc);
export const COINBASE = new Uint8Array(20).fill(0xdd);

export const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
export const limbs = (value: bigint) => {
  const word = new Uint32Array(8);
  fromBigInt(value, word, 0);
  return word;
};

export function transaction(more: Partial<TransactionInput> = {}): TransactionInput {
  return {
    type: 2,
    from: SENDER,
    to: TARGET,
    nonce: 0n,
    value: 0n,
    data: new Uint8Array(0),
    gasLimit: 1_000_000n,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 1n,
    accessList: [],
    maxFeePerBlobGas: 0n,
    blobHashes: [],
    authorizationList: [],
    ...more,
  };
}

export const BLOCK: BlockEnvironment = {
  fork: Fork.prague,
  chainId: 1n,
  number: 100,
  timestamp: 1_700_000_000,
  gasLimit: 10_000_000_000_000,
  coinbase: COINBASE,
  baseFee: 7n,
  random: 1n,
  excessBlobGas: 0n,
  blobs: BLOBS_PRAGUE,
  blockHash: () => undefined,
};

/** Supplies what `state` misses: `code` by the first byte of the address, 10^18 wei for the sender, 5 in every slot. Returns what it was. */
export function supplyMissing(state: State, code: Record<string, string>): string {
  const { missing } = state;
  if (missing?.kind === 'account') {
    const name = Buffer.from(missing.address).toString('hex').slice(0, 2);
    state.supplyAccount(missing.address, {
      balance: limbs(name === 'aa' ? 10n ** 18n : 0n),
      nonce: 0n,
      code: bytes(code[name] ?? ''),
      exists: true,
    });
    return `account ${name}`;
  }
  if (missing?.kind !== 'slot') throw new Error('nothing is missing that a test can supply');
  const value = new Uint8Array(32).fill(5, 31);
  state.supplySlot(state.indexOfAddress(missing.address), missing.key, value);
  return `slot ${Buffer.from(missing.key).toString('hex').slice(-2)}`;
}

/** Replays a transaction to its end. `code` is bytecode in hex by address: these and the sender have ether, and every other account is not there. */
export function replayUnder(
  fork: Fork,
  code: readonly (readonly [Uint8Array, string])[],
  more: Partial<TransactionInput> = {},
): Replay {
  const state = new State();
  const nothing = { balance: limbs(0n), nonce: 0n, code: new Uint8Array(0), exists: false };
  for (const [address, runs] of [[SENDER, ''] as const, ...code]) {
    const given = { balance: limbs(10n ** 18n), nonce: 0n, code: bytes(runs), exists: true };
    state.supplyAccount(address, given, true);
  }
  const replay = new Replay(state, { ...BLOCK, fork }, transaction(more));
  while (replay.run(1_000_000) !== Stop.done) {
    if (state.missing?.kind !== 'account') throw new Error('only accounts are missing');
    state.supplyAccount(state.missing.address, nothing);
  }
  return replay;
}

const OPCODES = new Map<string, number>();
for (let code = 0; code < 256; code++) {
  const entry = opcode(code);
  if (entry) OPCODES.set(entry.name, code);
}

/** Bytecode as hex: instruction names, numbers (pushed with as many bytes as they need), `:name` for a jump destination, `@name` to push its place. */
export function assemble(source: string): string {
  const words = source.split(/\s+/).filter((word) => word !== '');
  const places = new Map<string, number>();
  const write = (): string => {
    let code = '';
    for (const word of words) {
      if (word.startsWith(':')) {
        places.set(word.slice(1), code.length / 2);
        code += '5b';
      } else if (word.startsWith('@')) {
        code += `61${(places.get(word.slice(1)) ?? 0).toString(16).padStart(4, '0')}`;
      } else if (/^\d/.test(word)) {
        const digits = BigInt(word).toString(16);
        const even = digits.length % 2 ? `0${digits}` : digits;
        code += (0x5f + even.length / 2).toString(16) + even;
      } else {
        const op = OPCODES.get(word);
        if (op === undefined) throw new Error(`no instruction ${word}`);
        code += op.toString(16).padStart(2, '0');
      }
    }
    return code;
  };
  write(); // finds the places
  return write();
}
