/**
 * Signatures of owners that calls bring along: approvals of EIP-2612, of DAI and
 * of Permit2, and the transfers that Permit2 makes with a signature alone.
 */
import { toFunctionSelector } from 'viem';
import { bytesToHex } from '../chain/hex';
import type { Address } from '../chain/primitives';
import { addressAt, type CallRow, wordAt } from './subject';

export type Permit = {
  owner: Address;
  /** Account that may take the tokens; absent where they are taken at once. */
  spender?: Address;
  tokens: readonly Address[];
  /** Amount as it is shown: numbers, or `without limit`. */
  amount: string;
  /** `Expiry` where the approval itself ends then. */
  until: { label: 'Deadline' | 'Expiry'; value: bigint };
};

/** Entries of a batch that are looked at. */
const MAX_BATCH = 100;

type Reader = (args: Uint8Array, called: Address) => Permit | undefined;

const readers: readonly (readonly [signature: string, read: Reader])[] = [
  ['permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', readPlain],
  ['permit(address,address,uint256,uint256,bytes)', readPlain],
  ['permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)', readDai],
  ['permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)', readAllowance],
  ['permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)', readAllowances],
  ['permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)', readTransfer],
  [
    'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)',
    readTransfer,
  ],
  ['permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)', readTransfers],
  [
    'permitWitnessTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes32,string,bytes)',
    readTransfers,
  ],
];
const READERS: ReadonlyMap<string, Reader> = new Map(
  readers.map(([signature, read]) => [toFunctionSelector(signature), read]),
);

/** Returns what the signature that the call brings allows; undefined where it brings none, or takes one back. */
export function permitIn({ to, input }: Pick<CallRow, 'to' | 'input'>): Permit | undefined {
  return READERS.get(bytesToHex(input.subarray(0, 4)))?.(input.subarray(4), to);
}

/** EIP-2612: owner, spender, value, deadline. */
function readPlain(args: Uint8Array, token: Address): Permit | undefined {
  const amount = wordAt(args, 2);
  if (amount === 0n) return undefined;
  const until = { label: 'Deadline', value: wordAt(args, 3) } as const;
  return { owner: addressAt(args, 0), spender: addressAt(args, 1), tokens: [token], amount: amount.toString(), until };
}

/** DAI: holder, spender, nonce, expiry, allowed. */
function readDai(args: Uint8Array, token: Address): Permit | undefined {
  if (wordAt(args, 4) === 0n) return undefined;
  const until = { label: 'Expiry', value: wordAt(args, 3) } as const;
  return { owner: addressAt(args, 0), spender: addressAt(args, 1), tokens: [token], amount: 'without limit', until };
}

/** Permit2: owner; token, amount, expiration, nonce; spender, deadline. */
function readAllowance(args: Uint8Array): Permit | undefined {
  const amount = wordAt(args, 2);
  if (amount === 0n) return undefined;
  const until = { label: 'Expiry', value: wordAt(args, 3) } as const;
  const owner = addressAt(args, 0);
  return { owner, spender: addressAt(args, 5), tokens: [addressAt(args, 1)], amount: amount.toString(), until };
}

/** Permit2 for a list of tokens: owner, offset of the rest; the list, spender, deadline. */
function readAllowances(args: Uint8Array): Permit | undefined {
  const batch = behind(args, 1);
  const details = entriesOf(behind(batch, 0), 4).filter((entry) => wordAt(entry, 1) > 0n);
  if (details.length === 0) return undefined;
  return {
    owner: addressAt(args, 0),
    spender: addressAt(batch, 1),
    tokens: details.map((entry) => addressAt(entry, 0)),
    amount: details.map((entry) => wordAt(entry, 1)).join(', '),
    until: { label: 'Deadline', value: wordAt(batch, 2) },
  };
}

/** Permit2: token, amount, nonce, deadline; to, how much of it; owner. */
function readTransfer(args: Uint8Array): Permit | undefined {
  const amount = wordAt(args, 5);
  if (amount === 0n) return undefined;
  const until = { label: 'Deadline', value: wordAt(args, 3) } as const;
  return { owner: addressAt(args, 6), tokens: [addressAt(args, 0)], amount: amount.toString(), until };
}

/** Permit2 for lists of transfers: offset of the permit, offset of the transfers, owner. */
function readTransfers(args: Uint8Array): Permit | undefined {
  const permit = behind(args, 0);
  const amounts = entriesOf(behind(args, 1), 2).map((entry) => wordAt(entry, 1));
  if (!amounts.some((amount) => amount > 0n)) return undefined;
  return {
    owner: addressAt(args, 2),
    tokens: entriesOf(behind(permit, 0), 2).map((entry) => addressAt(entry, 0)),
    amount: amounts.join(', '),
    until: { label: 'Deadline', value: wordAt(permit, 2) },
  };
}

/** Returns the bytes from the offset that the word at `at` states; empty where that is behind the end. */
function behind(bytes: Uint8Array, at: number): Uint8Array {
  const offset = wordAt(bytes, at);
  return offset > BigInt(bytes.length) ? new Uint8Array(0) : bytes.subarray(Number(offset));
}

function entriesOf(list: Uint8Array, words: number): Uint8Array[] {
  const count = Number(wordAt(list, 0));
  const whole = Math.floor((list.length - 32) / (words * 32));
  return Array.from({ length: Math.max(0, Math.min(count, whole, MAX_BATCH)) }, (_, index) =>
    list.subarray(32 + index * words * 32, 32 + (index + 1) * words * 32),
  );
}
