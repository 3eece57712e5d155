/**
 * What a check of the compiler is about, where code made via IR still has a
 * function of its own for the revert: it is named after the words that solc
 * would revert with when asked for them (`--revert-strings debug`), as
 * `revert_error_` and the Keccak-256 hash of the words
 * (`YulUtilFunctions::revertReasonIfDebugFunction`).
 */
import { stringToBytes } from 'viem';
import { keccakHex } from '../../chain/keccak';
import type { StackFrameKind } from '../errors/stack-frame';

const NAME = /^revert_error_([0-9a-f]{64})/;

const WORDS: readonly (readonly [StackFrameKind, readonly string[]])[] = [
  ['notPayable', ['Ether sent to non-payable function']],
  ['notAContract', ['Target contract does not contain code']],
  [
    'invalidParameters',
    [
      'Calldata too short',
      'ABI decoding: tuple data too short',
      'ABI decoding: struct data too short',
      'ABI decoding: struct calldata too short',
      'ABI decoding: invalid tuple offset',
      'ABI decoding: invalid struct offset',
      'ABI decoding: invalid byte array length',
      'ABI decoding: invalid byte array offset',
      'ABI decoding: invalid calldata array length',
      'ABI decoding: invalid calldata array offset',
      'ABI decoding: invalid calldata array stride',
    ],
  ],
];

let kinds: ReadonlyMap<string, StackFrameKind> | undefined;

/** Returns the check that the innermost of these generated functions makes; undefined when none is known to check anything. */
export function checkOf(generated: readonly string[]): StackFrameKind | undefined {
  kinds ??= new Map(
    WORDS.flatMap(([kind, texts]) => texts.map((text) => [keccakHex(stringToBytes(text)).slice(2), kind] as const)),
  );
  for (const name of [...generated].reverse()) {
    const hash = NAME.exec(name)?.[1];
    const kind = hash === undefined ? undefined : kinds.get(hash);
    if (kind) return kind;
    if (name.startsWith('abi_decode') || name.startsWith('validator_revert')) return 'invalidParameters';
  }
  return undefined;
}
