/**
 * What a modular account is told to run by `execute(bytes32 mode, bytes executionData)` (ERC-7579, and ERC-7821 for
 * batches): the first byte of the mode says how the bytes are packed.
 */
import { bytesToAddress, bytesToHex } from '../chain/hex';
import type { Address, Hex } from '../chain/primitives';
import { decodeArguments } from './decode';
import type { Decoded } from './decoded';
import type { PackedCall } from './packed-calls';

const SINGLE = '00';
const BATCH = '01';
const DELEGATECALL = 'ff';

const FUNCTIONS: ReadonlySet<string> = new Set(['execute', 'executeFromExecutor', 'executeFromModule']);

const CALLS = '(address,uint256,bytes)[]';
/** ERC-7821 has data for the account behind the calls, such as a signature: nothing of it is run. */
const LISTS = [`f(${CALLS})`, `f(${CALLS},bytes)`] as const;

/** Returns the mode where a function of this name and these arguments executes data; undefined of all others. */
export function executionMode(name: string, values: readonly Decoded[]): string | undefined {
  const [mode, data, ...more] = values.filter(({ rest }) => !rest);
  const isExecution = FUNCTIONS.has(name) && mode?.type === 'bytes32' && data?.type === 'bytes' && more.length === 0;
  return isExecution ? mode.text : undefined;
}

/** Reads the calls; undefined where the bytes are none of that mode. Linear in the bytes. */
export function readExecution(mode: string, bytes: Uint8Array): PackedCall[] | undefined {
  const kind = mode.slice(2, 4);
  if (kind === BATCH) return readBatch(bytes);
  const head = kind === SINGLE ? 52 : kind === DELEGATECALL ? 20 : Number.POSITIVE_INFINITY;
  if (bytes.length < head) return undefined;
  return [
    {
      operation: kind === DELEGATECALL ? 1 : 0,
      to: bytesToAddress(bytes.subarray(0, 20)),
      value: kind === SINGLE ? BigInt(bytesToHex(bytes.subarray(20, 52))) : 0n,
      data: bytesToHex(bytes.subarray(head)),
    },
  ];
}

function readBatch(bytes: Uint8Array): PackedCall[] | undefined {
  for (const signature of LISTS) {
    const [list] = decodeArguments(signature, bytes, Number.POSITIVE_INFINITY)?.inputs ?? [];
    if (list?.items === undefined || list.items.length < list.length) continue;
    return list.items.map(({ items = [] }) => ({
      operation: 0,
      to: (items[0]?.text ?? '0x') as Address,
      value: BigInt(items[1]?.text ?? 0),
      data: (items[2]?.text ?? '0x') as Hex,
    }));
  }
  return undefined;
}
