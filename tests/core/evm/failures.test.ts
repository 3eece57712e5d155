/** Every way in which a frame can fail, in geth's words. */
import { beforeAll, expect, test } from 'vitest';
import { loadLibrary } from '../../../src/core/evm/precompiles/libraries';
import { Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import type { TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { Replay } from '../../../src/core/replay/replay';
import { assemble, BLOCK, bytes, limbs, supplyMissing, TARGET, transaction } from './scene';

beforeAll(() => Promise.all([loadLibrary('hashes'), loadLibrary('blake2')]));

type Scene = { other?: string; fork?: Fork; nonce?: bigint } & Partial<TransactionInput>;

/** The errors of all frames, the outermost first; `code` as instructions, or as `0x` and bytes. */
function errorsOf(code: string, { other = '', fork = Fork.prague, nonce, ...more }: Scene = {}): string[] {
  const codeOf = (text: string) => (text.startsWith('0x') ? text.slice(2) : assemble(text));
  const state = new State();
  if (nonce !== undefined)
    state.supplyAccount(TARGET, { balance: limbs(0n), nonce, code: bytes(codeOf(code)), exists: true });
  const replay = new Replay(state, { ...BLOCK, fork }, transaction(more));
  while (replay.run(1_000_000) !== Stop.done)
    if (state.missing) supplyMissing(state, { bb: codeOf(code), cc: codeOf(other) });
  const { rows, texts } = replay.finish();
  return Array.from({ length: rows.length }, (_, row) => texts[rows.error[row]!] ?? '');
}

const OTHER = `0x${'cc'.repeat(20)}`;
const ZEROS = '0 0 0 0';
/** Puts init code into memory at 0. */
const init = (code: string) => `${BigInt(`0x${assemble(code).padEnd(64, '0')}`)} 0 MSTORE`;
const lengthOf = (code: string) => assemble(code).length / 2;

test.each([
  ['0 JUMP', 'invalid jump destination'],
  // A JUMPDEST that is the data of a PUSH1.
  ['0x600456605b00', 'invalid jump destination'],
  ['1 2 JUMPI', 'invalid jump destination'],
  ['POP', 'stack underflow (0 <=> 1)'],
  ['1 ADD', 'stack underflow (1 <=> 2)'],
  [':again 1 @again JUMP', 'stack limit reached 1024 (1023)'],
  ['INVALID', 'invalid opcode: INVALID'],
  ['0x0c', 'invalid opcode: opcode 0xc not defined'],
  ['0xef', 'invalid opcode: opcode 0xef not defined'],
  ['1 0 0 RETURNDATACOPY', 'return data out of bounds'],
  ['0 0 REVERT', 'execution reverted'],
  [':again @again JUMP', 'out of gas'],
  [`${2n ** 30n} MLOAD`, 'out of gas'],
  [`${2n ** 40n} MLOAD`, 'out of gas: gas uint64 overflow'],
  [`${2n ** 64n} MLOAD`, 'gas uint64 overflow'],
  [`0 0 ${2n ** 255n} CALLDATACOPY`, ''],
  ['49153 0 0 CREATE', 'out of gas: max initcode size exceeded: size 49153'],
])('%s: %s', (code, error) => {
  expect(errorsOf(code)).toEqual([error]);
});

test.each(['1 1 SSTORE', '0 0 LOG0', '0 0 0 CREATE', `${BigInt(OTHER)} SELFDESTRUCT`, '1 1 TSTORE'])(
  'in a static call %s breaks the write protection',
  (other) => {
    expect(errorsOf(`${ZEROS} ${BigInt(OTHER)} GAS STATICCALL`, { other })).toEqual(['', 'write protection']);
  },
);

test('a static call hands its protection on, and a call of nothing is allowed', () => {
  const self = `${ZEROS} 1 ADDRESS GAS CALL`;
  expect(errorsOf(`${ZEROS} ${BigInt(OTHER)} GAS STATICCALL`, { other: self })).toEqual(['', 'write protection']);
  const nothing = `${ZEROS} 0 ${0x0aff} GAS CALL`;
  expect(errorsOf(`${ZEROS} ${BigInt(OTHER)} GAS STATICCALL`, { other: nothing })).toEqual(['', '', '']);
});

test('value that is not there', () => {
  expect(errorsOf(`${ZEROS} 1 ${BigInt(OTHER)} GAS CALL`)).toEqual(['', 'insufficient balance for transfer']);
  // CALLCODE moves nothing, and needs the value all the same (Yellow Paper, appendix H).
  expect(errorsOf(`${ZEROS} 1 ${BigInt(OTHER)} GAS CALLCODE`)).toEqual(['', 'insufficient balance for transfer']);
  expect(errorsOf('0 0 1 CREATE')).toEqual(['', 'insufficient balance for transfer']);
});

test('calls and creates deeper than 1,024', () => {
  const deep = errorsOf(`${ZEROS} 0 ADDRESS GAS CALL`, { gasLimit: 10n ** 12n });
  expect(deep).toHaveLength(1026);
  expect(deep.at(-1)).toBe('max call depth exceeded');
  expect(deep.slice(0, -1).every((error) => error === '')).toBe(true);
});

test('code that a create may not leave behind', () => {
  const created = (code: string, more: Scene = {}) =>
    errorsOf(`${init(code)} ${lengthOf(code)} 0 0 CREATE`, { gasLimit: 10_000_000n, ...more });
  expect(created(`${0xef} 0 MSTORE8 1 0 RETURN`)).toEqual(['', 'invalid code: must not begin with 0xef']);
  expect(created(`${0xef} 0 MSTORE8 1 0 RETURN`, { fork: Fork.berlin, type: 0 })).toEqual(['', '']);
  expect(created('24576 0 RETURN')).toEqual(['', '']);
  expect(created('24577 0 RETURN')).toEqual(['', 'max code size exceeded']);
  expect(created('24576 0 RETURN', { gasLimit: 1_000_000n })).toEqual([
    '',
    'contract creation code storage out of gas',
  ]);
  expect(created('0 0 REVERT')).toEqual(['', 'execution reverted']);
});

test('an address that is taken, and a nonce that cannot grow', () => {
  const stop = `${init('1 0 RETURN')} 7 5 0 0 CREATE2`;
  expect(errorsOf(`${stop} ${stop}`)).toEqual(['', '', 'contract address collision']);
  expect(errorsOf('0 0 0 CREATE', { nonce: 2n ** 64n - 1n })).toEqual(['', 'nonce uint64 overflow']);
});

test('precompiles that refuse their input, or have too little gas', () => {
  expect(errorsOf(`${ZEROS} 0 9 GAS CALL`)).toEqual(['', 'invalid input length']);
  expect(errorsOf(`${ZEROS} 0 2 59 CALL`)).toEqual(['', 'out of gas']);
});
