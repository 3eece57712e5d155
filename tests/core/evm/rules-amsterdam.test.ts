/** Rules of Amsterdam: expectations from the EIPs in the drafts that the rules name, reference cases among them. */
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAddress } from '../../../src/core/evm/frames/start-create';
import { loadLibrary } from '../../../src/core/evm/precompiles/libraries';
import { stepIndex } from '../../../src/core/evm/recording/steps';
import { Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { Execution } from '../../../src/core/evm/transaction/execution';
import type { TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { toBigInt } from '../../../src/core/evm/words/words';
import { Replay } from '../../../src/core/replay/replay';
import { RowKind } from '../../../src/core/trace/rows';
import { assemble, BLOCK, bytes, limbs, OTHER, replayUnder, SENDER, TARGET, transaction } from './scene';

beforeAll(() => Promise.all([loadLibrary('secp256k1'), loadLibrary('bn254')]));

const hexOf = (data: Uint8Array = new Uint8Array(0)) => Buffer.from(data).toString('hex');
const word = (value: bigint | number) => value.toString(16).padStart(64, '0');
const [CC, BB] = [hexOf(OTHER), hexOf(TARGET)];
const RETURN_TOP = '0 MSTORE 32 0 RETURN';
const BYTE = 1530;
const NEW_ACCOUNT = 120 * BYTE;
const NEW_SLOT = 64 * BYTE;
/** Beyond it, gas pays for state alone. */
const MOST_EXECUTION = 2n ** 24n;

type Account = { address: Uint8Array; code?: string; nonce?: bigint; balance?: bigint; slots?: Record<number, number> };

/** Runs on the given accounts; every other one is not there. */
function execute(accounts: readonly Account[], more: Partial<TransactionInput> = {}, slotNumber = 0) {
  const state = new State();
  const all: readonly Account[] = [{ address: SENDER, balance: 10n ** 18n }, ...accounts];
  for (const { address, code = '', nonce = 0n, balance = 0n, slots = {} } of all) {
    const given = { balance: limbs(balance), nonce, code: bytes(code), exists: true };
    const index = state.supplyAccount(address, given, true);
    for (const [key, value] of Object.entries(slots))
      state.supplySlot(index, bytes(word(Number(key))), bytes(word(value)));
  }
  const block = { ...BLOCK, fork: Fork.amsterdam, slotNumber };
  const execution = new Execution(state, block, transaction(more), undefined);
  while (execution.run(1_000_000) !== Stop.done) {
    if (state.missing?.kind !== 'account') throw new Error('only accounts are missing');
    const nothing = { balance: limbs(0n), nonce: 0n, code: new Uint8Array(0), exists: false };
    state.supplyAccount(state.missing.address, nothing);
  }
  const { result, invalid } = execution;
  return {
    invalid,
    result,
    success: result?.success,
    inBlock: result?.inBlock,
    gasUsed: result?.gasUsed,
    output: hexOf(result?.output),
    logs: (result?.logs ?? []).map(({ address, topics, topicCount, data }) =>
      [
        hexOf(state.addressBytes(address)),
        ...Array.from({ length: topicCount }, (_, i) => toBigInt(topics, i * 8).toString(16)),
        BigInt(`0x${hexOf(data) || '0'}`),
      ].join(' '),
    ),
    balanceOf: (address: Uint8Array) => toBigInt(state.balance, state.indexOfAddress(address) * 8),
    codeOf: (address: Uint8Array) => hexOf(state.codes[state.code[state.indexOfAddress(address)] ?? 0]?.bytes),
    nonceOf: (address: Uint8Array) => state.nonce[state.indexOfAddress(address)],
    exists: (address: Uint8Array) => state.exists(state.indexOfAddress(address)),
  };
}

const code = (source: string): Account => ({ address: TARGET, code: assemble(source) });
const DELEGATED: Account = { address: TARGET, code: `ef0100${CC}`, balance: 1n };

describe('what a transaction costs by what it does (EIP-2780)', () => {
  test.each<[string, readonly Account[], Partial<TransactionInput>, number, number]>([
    ['ether to oneself', [], { to: SENDER, value: 1n }, 12_000, 0],
    ['nothing to an account', [{ address: TARGET, balance: 1n }], {}, 15_000, 0],
    ['nothing to nobody', [], {}, 15_000, 0],
    ['ether to an account', [{ address: TARGET, balance: 1n }], { value: 1n }, 21_000, 0],
    ['ether to a contract', [code('STOP')], { value: 1n }, 21_000, 0],
    ['nothing to a delegated account', [DELEGATED], {}, 18_000, 0],
    ['ether to a delegated account', [DELEGATED], { value: 1n }, 24_000, 0],
    ['ether to nobody', [], { value: 1n }, 21_000, NEW_ACCOUNT],
    ['a contract', [], { to: undefined }, 24_000, NEW_ACCOUNT],
    ['a contract with ether', [], { to: undefined, value: 1n }, 24_000, NEW_ACCOUNT],
    [
      'a contract where there is ether',
      [{ address: createAddress(SENDER, 0n), balance: 1n }],
      { to: undefined },
      24_000,
      0,
    ],
  ])('%s', (_, accounts, more, execution, state) => {
    const { inBlock, gasUsed, success } = execute(accounts, more);
    expect({ success, gasUsed }).toEqual({ success: true, gasUsed: execution + state });
    expect(inBlock).toEqual({ execution, state });
  });

  test('what is in the access list costs its price and its bytes, and is warm (EIP-7981, EIP-8038)', () => {
    const accessList = [{ address: OTHER, storageKeys: [bytes(word(1)), bytes(word(2))] }];
    const listed = 2900 + 2 * 2000 + 64 * (20 + 2 * 32);
    expect(execute([DELEGATED], { type: 1, accessList }).gasUsed).toBe(15_000 + listed + 100);
    // The recipient is charged as cold whatever the list says.
    const own = [{ address: TARGET, storageKeys: [] }];
    expect(execute([], { type: 1, accessList: own }).gasUsed).toBe(15_000 + 2900 + 64 * 20);
  });

  test('a byte of calldata costs 64 at least, zero or not (EIP-7976)', () => {
    const data = Uint8Array.of(0, 1, 0, 1);
    expect(execute([], { data }).gasUsed).toBe(15_000 + 4 * 64);
    expect(execute([], { data }).inBlock).toEqual({ execution: 15_000 + 4 * 64, state: 0 });
    expect(execute([], { data, gasLimit: 15_255n }).invalid).toMatch('floor');
  });

  test('a transaction that cannot pay for the account it makes is included, and fails', () => {
    const { success, gasUsed, balanceOf, nonceOf } = execute([], { value: 1n, gasLimit: 100_000n });
    expect({ success, gasUsed }).toEqual({ success: false, gasUsed: 100_000 });
    expect(balanceOf(TARGET)).toBe(0n);
    expect(nonceOf(SENDER)).toBe(1n);
  });

  test('what runs before execution is bound by 2^24, the gas limit is not (EIP-8037)', () => {
    expect(execute([], { gasLimit: MOST_EXECUTION + 1n }).gasUsed).toBe(15_000);
    const data = new Uint8Array(262_144);
    expect(execute([], { data, gasLimit: 30_000_000n }).invalid).toMatch('too high');
  });
});

describe('authorisations (EIP-2780, EIP-7702)', () => {
  const signer = privateKeyToAccount(`0x${'01'.repeat(32)}`);
  const AUTHORITY = bytes(signer.address.slice(2).toLowerCase());
  const authorize = async (to: string, nonce = 0) => {
    const signed = await signer.signAuthorization({ address: `0x${to}`, chainId: 1, nonce });
    const { r, s, yParity = 0 } = signed;
    return { chainId: 1n, address: bytes(to), nonce: BigInt(nonce), yParity, r: BigInt(r), s: BigInt(s) };
  };
  const EACH = 7816;
  const WRITE = 9000;
  const NEW_DELEGATION = 23 * BYTE;

  test('make an account, write it and delegate it', async () => {
    const { inBlock, codeOf } = execute([], { type: 4, authorizationList: [await authorize(CC)] });
    expect(inBlock).toEqual({ execution: 15_000 + EACH + WRITE, state: NEW_ACCOUNT + NEW_DELEGATION });
    expect(codeOf(AUTHORITY)).toBe(`ef0100${CC}`);
  });

  test('of one account pay for it once', async () => {
    const authorizationList = [await authorize(CC), await authorize(BB, 1), await authorize('00'.repeat(20), 2)];
    const { inBlock } = execute([], { type: 4, authorizationList });
    expect(inBlock).toEqual({ execution: 15_000 + 3 * EACH + WRITE, state: NEW_ACCOUNT + NEW_DELEGATION });
  });

  test('of an account that is delegated or called with ether leave out what is paid', async () => {
    const delegated = { address: AUTHORITY, code: `ef0100${BB}` };
    const again = execute([delegated], { type: 4, authorizationList: [await authorize(CC)] });
    expect(again.inBlock).toEqual({ execution: 15_000 + EACH + WRITE, state: 0 });
    const called = execute([{ address: AUTHORITY, balance: 1n }], {
      type: 4,
      to: AUTHORITY,
      value: 1n,
      authorizationList: [await authorize(CC)],
    });
    expect(called.inBlock).toEqual({ execution: 21_000 + EACH + 3000, state: NEW_DELEGATION });
  });

  test('that do not count pay for nothing more', async () => {
    const { inBlock } = execute([], { type: 4, authorizationList: [await authorize(CC, 7)] });
    expect(inBlock).toEqual({ execution: 15_000 + EACH, state: 0 });
  });

  test('that run out of gas are undone, and what pays for state comes back', async () => {
    const authorizationList = [await authorize(CC)];
    const { success, gasUsed, codeOf, nonceOf } = execute([], { type: 4, authorizationList, gasLimit: 100_000n });
    expect({ success, gasUsed, code: codeOf(AUTHORITY) }).toEqual({ success: false, gasUsed: 100_000, code: '' });
    expect(nonceOf(SENDER)).toBe(1n);
    const rich = execute([], { type: 4, authorizationList, gasLimit: MOST_EXECUTION + 300_000n });
    expect(rich.inBlock).toEqual({ execution: 15_000 + EACH + WRITE, state: NEW_ACCOUNT + NEW_DELEGATION });
  });

  test('stay when the call that follows fails', async () => {
    const { inBlock, codeOf } = execute([code('0 0 REVERT')], { type: 4, authorizationList: [await authorize(CC)] });
    expect(inBlock?.state).toBe(NEW_ACCOUNT + NEW_DELEGATION);
    expect(codeOf(AUTHORITY)).toBe(`ef0100${CC}`);
  });
});

describe('slots (EIP-8037, EIP-8038)', () => {
  const PUSHES = 6;
  test.each<[string, string, Record<number, number>, number, number, number]>([
    ['a new one', '7 1 SSTORE', {}, 12_100 + PUSHES, NEW_SLOT, 0],
    ['nothing where nothing is', '0 1 SSTORE', {}, 2100 + PUSHES, 0, 0],
    ['another value', '7 1 SSTORE', { 1: 5 }, 12_100 + PUSHES, 0, 0],
    ['the same value', '5 1 SSTORE', { 1: 5 }, 2100 + PUSHES, 0, 0],
    ['cleared', '0 1 SSTORE', { 1: 5 }, 12_100 + PUSHES, 0, 11_616],
    ['new and cleared', '7 1 SSTORE 0 1 SSTORE', {}, 12_200 + 2 * PUSHES, 0, 10_000],
    ['new and changed', '7 1 SSTORE 8 1 SSTORE', {}, 12_200 + 2 * PUSHES, NEW_SLOT, 0],
    ['changed and restored', '7 1 SSTORE 5 1 SSTORE', { 1: 5 }, 12_200 + 2 * PUSHES, 0, 10_000],
    ['changed and cleared', '7 1 SSTORE 0 1 SSTORE', { 1: 5 }, 12_200 + 2 * PUSHES, 0, 11_616],
    ['cleared and restored', '0 1 SSTORE 5 1 SSTORE', { 1: 5 }, 12_200 + 2 * PUSHES, 0, 10_000],
    ['cleared and changed', '0 1 SSTORE 7 1 SSTORE', { 1: 5 }, 12_200 + 2 * PUSHES, 0, 0],
  ])('%s', (_, source, slots, execution, state, refund) => {
    const { inBlock, result, gasUsed = 0 } = execute([{ ...code(source), slots }]);
    expect(inBlock).toEqual({ execution: 15_000 + execution, state });
    expect(result?.refund).toBe(refund);
    const before = 15_000 + execution + state;
    expect(gasUsed).toBe(before - Math.min(refund, Math.floor(before / 5)));
  });

  test('GAS shows execution gas alone, which a slot takes from once the rest is used up', () => {
    const read = `GAS ${RETURN_TOP}`;
    const source = `7 1 SSTORE ${read}`;
    const all = { gasLimit: MOST_EXECUTION + BigInt(NEW_SLOT) };
    const left = Number(MOST_EXECUTION) - 15_000 - 12_100 - 6 - 2;
    expect(execute([code(source)], all).output).toBe(word(left));
    expect(execute([code(source)], { gasLimit: MOST_EXECUTION + 1000n }).output).toBe(word(left - NEW_SLOT + 1000));
    expect(execute([code(source)], { gasLimit: MOST_EXECUTION }).output).toBe(word(left - NEW_SLOT));
  });

  test('a step that clears a new one costs less than nothing, by what it gives back', () => {
    const costs = (gasLimit: bigint) => {
      const state = new State();
      const supply = (address: Uint8Array, source: string) =>
        state.supplyAccount(
          address,
          { balance: limbs(10n ** 18n), nonce: 0n, code: bytes(assemble(source)), exists: true },
          true,
        );
      supply(SENDER, '');
      supply(TARGET, '7 1 SSTORE 0 1 SSTORE');
      const replay = new Replay(state, { ...BLOCK, fork: Fork.amsterdam }, transaction({ gasLimit }));
      while (replay.run(1_000_000) !== Stop.done) {
        if (state.missing?.kind !== 'account') throw new Error('only accounts are missing');
        const nothing = { balance: limbs(0n), nonce: 0n, code: new Uint8Array(0), exists: false };
        state.supplyAccount(state.missing.address, nothing);
      }
      return [2, 5].map((step) => replay.steps.cost(stepIndex(step)));
    };
    // Whichever gas pays for it.
    for (const gasLimit of [MOST_EXECUTION, MOST_EXECUTION + BigInt(NEW_SLOT)])
      expect(costs(gasLimit)).toEqual([12_100 + NEW_SLOT, 100 - NEW_SLOT]);
  });

  test('what a call that fails took for state comes back: to the caller when it reverts, for state when it halts', () => {
    const call = (ending: string) =>
      execute(
        [
          { address: OTHER, code: assemble(`7 1 SSTORE ${ending}`) },
          code(`0 0 0 0 0 ${BigInt(`0x${CC}`)} 400000 CALL POP 7 1 SSTORE STOP`),
        ],
        { gasLimit: MOST_EXECUTION + BigInt(NEW_SLOT) },
      ).inBlock;
    const around = 15_000 + 5 * 3 + 3 + 3 + 3000 + 2 + 12_100 + 6;
    expect(call('0 0 REVERT')).toEqual({ execution: around + 12_100 + 6 + 6, state: NEW_SLOT });
    expect(call('INVALID')).toEqual({ execution: around + 400_000, state: NEW_SLOT });
  });

  test('one that a call clears for its caller is paid back, and taken again where that call fails', () => {
    // The caller sets slot 1, its own code under DELEGATECALL clears it.
    const call = (ending: string) =>
      execute([
        { address: OTHER, code: assemble(`0 1 SSTORE ${ending}`) },
        code(`7 1 SSTORE 0 0 0 0 ${BigInt(`0x${CC}`)} 100000 DELEGATECALL STOP`),
      ]).inBlock?.state;
    expect(call('STOP')).toBe(0);
    expect(call('0 0 REVERT')).toBe(NEW_SLOT);
  });
});

describe('accounts (EIP-8037, EIP-8038)', () => {
  const target = BigInt(`0x${CC}`);
  const call = (value: number) => `0 0 0 0 ${value} ${target} 0 CALL`;

  test.each<[string, string, readonly Account[], number, number]>([
    ['BALANCE', `${target} BALANCE`, [], 3 + 3000, 0],
    ['EXTCODEHASH', `${target} EXTCODEHASH`, [], 3 + 3000, 0],
    ['EXTCODESIZE', `${target} EXTCODESIZE`, [], 3 + 3100, 0],
    ['EXTCODECOPY', `0 0 0 ${target} EXTCODECOPY`, [], 12 + 3100, 0],
    ['CALL with nothing', call(0), [], 21 + 3000, 0],
    // The stipend is not used, and comes back.
    ['CALL with ether', call(1), [{ address: OTHER, balance: 1n }], 21 + 3000 + 9000, 0],
    ['CALL with ether of nobody', call(1), [], 21 + 3000 + 9000, NEW_ACCOUNT],
    ['SELFDESTRUCT to nobody', `${target} SELFDESTRUCT`, [], 3 + 5000 + 3000 + 9000, NEW_ACCOUNT],
    ['SELFDESTRUCT', `${target} SELFDESTRUCT`, [{ address: OTHER, balance: 1n }], 3 + 5000 + 3000, 0],
    ['CREATE', '0 0 0 CREATE', [], 9 + 12_000, NEW_ACCOUNT],
    ['CREATE of a contract that has ether', '0 0 9 CREATE', [], 9 + 12_000, NEW_ACCOUNT],
  ])('%s', (_, source, others, execution, state) => {
    const { inBlock, success } = execute([{ ...code(source), balance: 10n }, ...others]);
    expect({ success, inBlock }).toEqual({ success: true, inBlock: { execution: 15_000 + execution, state } });
  });

  test('a call that fails makes no account', () => {
    // The identity precompile never fails, so one of 1 wei to what has code that halts, and one without the ether.
    const poor = execute([code(call(1))]);
    expect(poor.inBlock).toEqual({ execution: 15_000 + 21 + 3000 + 9000, state: 0 });
    // A creation that its caller has no ether for is not charged either.
    expect(execute([code('0 0 1 CREATE')]).inBlock).toEqual({ execution: 15_000 + 9 + 12_000, state: 0 });
  });

  test('code is paid by its bytes as state, and by its words for its hash', () => {
    const { inBlock } = execute([], { to: undefined, data: bytes('610c806000f3'), gasLimit: 8_000_000n });
    // Calldata and its word; two PUSHes; 100 words of memory, and the hash of as many.
    const execution = 24_000 + 5 * 16 + 4 + 2 + 6 + (300 + 19) + 600;
    expect(inBlock).toEqual({ execution, state: NEW_ACCOUNT + 3200 * BYTE });
  });

  test.each([
    ['reverts', '0 0 REVERT'],
    ['halts', 'INVALID'],
  ])('a creation that %s pays for no state', (_, source) => {
    const { inBlock, success } = execute([], { to: undefined, data: bytes(assemble(source)), gasLimit: 400_000n });
    expect({ success, state: inBlock?.state }).toEqual({ success: false, state: 0 });
  });

  test('an account that is there fails the creation, and keeps what would have paid for state', () => {
    const there = { address: createAddress(SENDER, 0n), nonce: 1n };
    const gasLimit = MOST_EXECUTION + 500_000n;
    const { gasUsed, inBlock } = execute([there], { to: undefined, gasLimit });
    expect(gasUsed).toBe(Number(MOST_EXECUTION));
    expect(inBlock).toEqual({ execution: Number(MOST_EXECUTION), state: 0 });
  });

  test('code of 64 KiB is taken, and no byte more (EIP-7954)', () => {
    const rich = { to: undefined, gasLimit: 300_000_000n };
    expect(execute([], { ...rich, data: bytes(assemble('65536 0 RETURN')) }).success).toBe(true);
    expect(execute([], { ...rich, data: bytes(assemble('65537 0 RETURN')) }).success).toBe(false);
    expect(execute([], { ...rich, data: new Uint8Array(131_072) }).invalid).toBeUndefined();
    expect(execute([], { ...rich, data: new Uint8Array(131_073) }).invalid).toBe('max initcode size exceeded');
  });
});

describe('logs of ether that moves (EIP-7708)', () => {
  const SYSTEM = 'fffffffffffffffffffffffffffffffffffffffe';
  const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const moved = (from: string, to: string, value: number) => `${SYSTEM} ${TRANSFER} ${from} ${to} ${value}`;
  const [AA, target] = [hexOf(SENDER), BigInt(`0x${CC}`)];

  test('of the transaction, a call, a creation and a destruction, in their order', () => {
    const created = hexOf(createAddress(TARGET, 0n));
    const source = `0 0 LOG0 0 0 0 0 2 ${target} 0 CALL 0 0 3 CREATE ${target} SELFDESTRUCT`;
    const { logs } = execute([code(source)], { value: 10n, gasLimit: 2_000_000n });
    expect(logs).toEqual([
      moved(AA, BB, 10),
      `${BB} 0`,
      moved(BB, CC, 2),
      moved(BB, created.replace(/^0+/, ''), 3),
      moved(BB, CC, 5),
    ]);
  });

  test('none of nothing, to oneself, by CALLCODE, or of what failed', () => {
    const own = BigInt(`0x${BB}`);
    const source = `0 0 0 0 0 ${target} 0 CALL 0 0 0 0 1 ${own} 0 CALL 0 0 0 0 1 ${target} 0 CALLCODE`;
    const halting = { address: OTHER, code: assemble('INVALID') };
    expect(execute([code(source), halting], { value: 10n }).logs).toEqual([moved(AA, BB, 10)]);
    expect(execute([code('0 0 REVERT')], { value: 10n }).logs).toEqual([]);
    // A precompile that fails: point addition of what is no point.
    const failing = `1 0 MSTORE 0 0 64 0 1 6 100000 CALL`;
    expect(execute([code(failing)], { value: 10n }).logs).toEqual([moved(AA, BB, 10)]);
  });

  test('none before Amsterdam', () => {
    const state = new State();
    for (const address of [SENDER, TARGET, BLOCK.coinbase])
      state.supplyAccount(address, { balance: limbs(10n ** 18n), nonce: 0n, code: new Uint8Array(0), exists: true });
    const execution = new Execution(state, { ...BLOCK, fork: Fork.osaka }, transaction({ value: 1n }), undefined);
    execution.run(100);
    expect(execution.result?.logs).toEqual([]);
  });

  test('leads to the step that moved it, also where that is the last', () => {
    const stepsOfRows = (source: string, value = 0n) => {
      const replay = replayUnder(Fork.amsterdam, [[TARGET, assemble(source)]], { value });
      const { kind } = replay.finish().rows;
      return Array.from(kind, (each, row) => (each === RowKind.log ? replay.stepOf(row) : undefined)).filter(
        (step) => step !== undefined,
      );
    };
    const cc = `${BigInt(`0x${CC}`)}`;
    expect(stepsOfRows(`${cc} SELFDESTRUCT`)).toEqual([1]);
    expect(stepsOfRows(`0 0 0 0 5 ${cc} GAS CALL`)).toEqual([7]);
    expect(stepsOfRows('5 0 0 0 LOG1', 3n)).toEqual([0, 4]);
  });
});

describe('SELFDESTRUCT burns nothing (EIP-8246)', () => {
  const created = createAddress(SENDER, 0n);
  const run = (source: string) =>
    execute([], { to: undefined, value: 7n, data: bytes(assemble(source)), gasLimit: 2_000_000n });

  test('what goes to itself stays, without code and nonce', () => {
    const { balanceOf, exists, nonceOf, codeOf } = run('ADDRESS SELFDESTRUCT');
    expect([balanceOf(created), exists(created), nonceOf(created), codeOf(created)]).toEqual([7n, true, 0n, '']);
  });

  test('what has nothing left goes', () => {
    const { balanceOf, exists } = run(`${BigInt(`0x${CC}`)} SELFDESTRUCT`);
    expect([balanceOf(created), exists(created), balanceOf(OTHER)]).toEqual([0n, false, 7n]);
  });
});

test('SLOTNUM is the slot of the block, and costs 2 (EIP-7843)', () => {
  const { output, gasUsed } = execute([code(`SLOTNUM ${RETURN_TOP}`)], {}, 123_456);
  expect(output).toBe(word(123_456));
  expect(gasUsed).toBe(15_000 + 2 + 4 * 3 + 3);
});

describe('DUPN, SWAPN and EXCHANGE (EIP-8024)', () => {
  /** The stack at the end, the top first. */
  function stackAfter(hex: string): readonly bigint[] | string {
    const state = new State();
    for (const [address, code] of [
      [SENDER, ''],
      [BLOCK.coinbase, ''],
      [TARGET, hex],
    ] as const)
      state.supplyAccount(address, { balance: limbs(10n ** 18n), nonce: 0n, code: bytes(code), exists: true }, true);
    const execution = new Execution(state, { ...BLOCK, fork: Fork.amsterdam }, transaction(), undefined);
    let stack: readonly bigint[] = [];
    for (let steps = 0; execution.run(steps === 0 ? 0 : 1) !== Stop.done; steps++) {
      const frame = execution.machine?.frame;
      if (frame) stack = Array.from({ length: frame.sp / 8 }, (_, i) => toBigInt(frame.stack, frame.sp - 8 - i * 8));
    }
    return execution.result?.success ? stack : 'failed';
  }
  const zeros = (count: number) => new Array(count).fill(0n);

  test.each<[string, string, readonly bigint[] | string]>([
    ['DUPN 17', '60016000808080808080808080808080808080e680', [1n, ...zeros(16), 1n]],
    ['SWAPN 17', '600160008080808080808080808080808080806002e780', [1n, ...zeros(16), 2n]],
    [
      'EXCHANGE at the end of the code',
      `600260008080808080600160008080808080808080e8`,
      [...zeros(9), 2n, ...zeros(6), 1n],
    ],
    ['EXCHANGE 1 2', '600060016002e88e', [2n, 0n, 1n]],
    ['EXCHANGE 1 29', `60008080808080808080808080808080808080808080808080808080${'80'}60016002e88f`, 'either'],
    ['a byte that says none', 'e75b', 'failed'],
    ['too few items', '6000808080808080808080808080808080e680', 'failed'],
    ['EXCHANGE with a byte that says none', 'e852', 'failed'],
  ])('%s', (_, hex, expected) => {
    const stack = stackAfter(hex);
    if (expected !== 'either') expect(stack).toEqual(expected);
    else expect([stack.length, stack[0], stack.at(-1)]).toEqual([30, 2n, 1n]);
  });

  test('a JUMPDEST behind one of them is where a jump may go', () => {
    expect(stackAfter('600456e65b')).toEqual([]);
  });

  test('a jump does not arrive at the byte behind one, and what follows it runs', () => {
    const failed = execute([{ address: TARGET, code: '600456e680' }]);
    expect(failed.success).toBe(false);
    const pushes = '6001'.repeat(18);
    const { output } = execute([{ address: TARGET, code: `${pushes}e680600201${assemble(RETURN_TOP)}` }]);
    expect(output).toBe(word(3));
  });

  test('they are nothing before Amsterdam', () => {
    const state = new State();
    const code = bytes(`${'6001'.repeat(18)}e680`);
    for (const [address, own] of [
      [SENDER, bytes('')],
      [BLOCK.coinbase, bytes('')],
      [TARGET, code],
    ] as const)
      state.supplyAccount(address, { balance: limbs(10n ** 18n), nonce: 0n, code: own, exists: true }, true);
    const execution = new Execution(state, { ...BLOCK, fork: Fork.osaka }, transaction(), undefined);
    execution.run(1000);
    expect(execution.result?.success).toBe(false);
  });
});
