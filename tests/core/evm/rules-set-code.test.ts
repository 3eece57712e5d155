/** Rules of Prague that ethereum/tests does not cover: delegated accounts (EIP-7702) and the calldata floor (EIP-7623). */

import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadLibrary } from '../../../src/core/evm/precompiles/libraries';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { Execution } from '../../../src/core/evm/transaction/execution';
import type { SignedAuthorization, TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { assemble, BLOCK, bytes, limbs, OTHER, SENDER, supplyMissing, TARGET, transaction } from './scene';

const signer = privateKeyToAccount(`0x${'01'.repeat(32)}`);
const AUTHORITY = bytes(signer.address.slice(2).toLowerCase());
const DESIGNATOR = (address: string) => `ef0100${address}`;
const NOBODY = '00'.repeat(20);
const [CC, AUTH] = [Buffer.from(OTHER).toString('hex'), Buffer.from(AUTHORITY).toString('hex')];

async function authorize(to: string, more: { chainId?: number; nonce?: number } = {}): Promise<SignedAuthorization> {
  const { chainId = 1, nonce = 0 } = more;
  const signed = await signer.signAuthorization({ address: `0x${to}`, chainId, nonce });
  return {
    chainId: BigInt(chainId),
    address: bytes(to),
    nonce: BigInt(nonce),
    yParity: signed.yParity ?? 0,
    r: BigInt(signed.r),
    s: BigInt(signed.s),
  };
}

type Account = { address: Uint8Array; code?: string; nonce?: bigint; balance?: bigint };

/** Runs on the given accounts; every other one is not there. */
function execute(accounts: readonly Account[], more: Partial<TransactionInput>) {
  const state = new State();
  const all = [{ address: SENDER, balance: 10n ** 18n }, ...accounts] as readonly Account[];
  for (const { address, code = '', nonce = 0n, balance = 0n } of all)
    state.supplyAccount(address, { balance: limbs(balance), nonce, code: bytes(code), exists: true }, true);
  const execution = new Execution(state, BLOCK, transaction(more), undefined);
  while (execution.run(1_000_000) !== Stop.done) {
    if (state.missing?.kind !== 'account') throw new Error('only accounts are missing');
    const nothing = { balance: limbs(0n), nonce: 0n, code: new Uint8Array(0), exists: false };
    state.supplyAccount(state.missing.address, nothing);
  }
  const authority = state.indexOfAddress(AUTHORITY);
  return {
    invalid: execution.invalid,
    result: execution.result,
    output: Buffer.from(execution.result?.output ?? []).toString('hex'),
    code: Buffer.from(state.codes[state.code[authority]!]!.bytes).toString('hex'),
    nonce: state.nonce[authority],
    told: execution.authorizations.map(
      ({ authority: by, refusal }) => refusal ?? (by === authority ? 'applied' : 'by another'),
    ),
  };
}

beforeAll(() => loadLibrary('secp256k1'));

const setCode = (authorizationList: readonly SignedAuthorization[], to: Uint8Array = TARGET) => ({
  type: 4,
  to,
  authorizationList,
});
/** 21,000 and 25,000 for an authorisation. */
const INTRINSIC = 46_000;

describe('an authorisation', () => {
  test('delegates, and counts the nonce', async () => {
    const { code, nonce, result } = execute([], setCode([await authorize(CC)]));
    expect({ code, nonce }).toEqual({ code: DESIGNATOR(CC), nonce: 1n });
    // The account was not there: nothing is given back.
    expect(result?.gasUsed).toBe(INTRINSIC);
  });

  test('of an account that is there gives 12,500 back, at most a fifth of all', async () => {
    const { result } = execute([{ address: AUTHORITY, balance: 1n }], setCode([await authorize(CC)]));
    expect(result?.refund).toBe(12_500);
    expect(result?.gasUsed).toBe(INTRINSIC - Math.floor(INTRINSIC / 5));
  });

  test('for nobody clears the code', async () => {
    const delegated = { address: AUTHORITY, code: DESIGNATOR(CC), nonce: 7n };
    const { code, nonce } = execute([delegated], setCode([await authorize(NOBODY, { nonce: 7 })]));
    expect({ code, nonce }).toEqual({ code: '', nonce: 8n });
  });

  test('for any chain counts, for another chain and with another nonce not', async () => {
    expect(execute([], setCode([await authorize(CC, { chainId: 0 })])).code).toBe(DESIGNATOR(CC));
    expect(execute([], setCode([await authorize(CC, { chainId: 2 })])).code).toBe('');
    expect(execute([], setCode([await authorize(CC, { nonce: 1 })])).code).toBe('');
  });

  test('of an account with code of its own is passed over', async () => {
    expect(execute([{ address: AUTHORITY, code: '00' }], setCode([await authorize(CC)])).code).toBe('00');
  });

  test('the last of several of one account stays, each with the next nonce', async () => {
    const list = [await authorize(CC), await authorize('ee'.repeat(20), { nonce: 1 })];
    expect(execute([], setCode(list))).toMatchObject({ code: DESIGNATOR('ee'.repeat(20)), nonce: 2n });
  });

  test('with the upper half of s, or a signature of nobody, is passed over', async () => {
    const given = await authorize(CC);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const flipped = { ...given, s: order - given.s, yParity: 1 - given.yParity };
    expect(execute([], setCode([flipped])).code).toBe('');
    expect(execute([], setCode([{ ...given, r: 0n }])).result?.success).toBe(true);
  });

  test('is recovered once, however many accounts are missing', async () => {
    const { r, ...signed } = await authorize(CC);
    let reads = 0;
    const counted = {
      ...signed,
      get r() {
        reads++;
        return r;
      },
    };
    expect(execute([], setCode([counted])).told).toEqual(['applied']);
    expect(reads).toBe(1);
  });

  test('says whose it is, and why it was passed over', async () => {
    const list = [
      await authorize(CC),
      await authorize(CC, { chainId: 2, nonce: 1 }),
      await authorize(CC),
      { ...(await authorize(CC, { nonce: 1 })), r: 0n },
      await authorize(CC, { nonce: 1 }),
    ];
    expect(execute([], setCode(list)).told).toEqual(['applied', 'chain', 'nonce', 'signature', 'applied']);
    expect(execute([{ address: AUTHORITY, code: '00' }], setCode([await authorize(CC)])).told).toEqual(['code']);
  });

  test('stays when the transaction fails', async () => {
    const failing = { address: TARGET, code: 'fe' };
    const { code, nonce, result } = execute([failing], setCode([await authorize(CC)]));
    expect(result?.success).toBe(false);
    expect({ code, nonce }).toEqual({ code: DESIGNATOR(CC), nonce: 1n });
  });

  test('a call that creates a contract cannot carry any', async () => {
    const free = { to: undefined, authorizationList: [await authorize(CC)] };
    const executed = new Execution(new State(), BLOCK, transaction(free), undefined, true);
    while (executed.run(1000) !== Stop.done) supplyMissing(executed.state, {});
    expect(executed.invalid).toBe('set code transaction must not be a create transaction');
  });

  test('the list must not be empty, and there must be a recipient', () => {
    expect(execute([], setCode([])).invalid).toBe('set code transaction with empty auth list');
    expect(execute([], { type: 4, to: undefined }).invalid).toBe(
      'set code transaction must not be a create transaction',
    );
  });
});

describe('a delegated account', () => {
  const delegated = (to: string): Account => ({ address: AUTHORITY, code: DESIGNATOR(to), nonce: 1n });
  const answers = (value: number): Account => ({ address: OTHER, code: assemble(`${value} 0 MSTORE 32 0 RETURN`) });
  const asks = (source: string): Account => ({ address: TARGET, code: assemble(source) });
  const pushed = `${BigInt(`0x${AUTH}`)}`;

  test('runs the code of the other as its own, also for a transaction', () => {
    const own: Account = { address: OTHER, code: assemble('ADDRESS 0 MSTORE 32 0 RETURN') };
    const { output } = execute([delegated(CC), own], { to: AUTHORITY });
    expect(output).toBe(AUTH.padStart(64, '0'));
  });

  test('is seen as its 23 bytes by EXTCODESIZE, EXTCODECOPY and EXTCODEHASH', () => {
    const size = execute([delegated(CC), asks(`${pushed} EXTCODESIZE 0 MSTORE 32 0 RETURN`)], {});
    expect(Number.parseInt(size.output, 16)).toBe(23);
    const copy = execute([delegated(CC), asks(`23 0 0 ${pushed} EXTCODECOPY 23 0 RETURN`)], {});
    expect(copy.output).toBe(DESIGNATOR(CC));
    const hash = execute(
      [
        delegated(CC),
        asks(`${pushed} EXTCODEHASH 23 0 0 ${pushed} EXTCODECOPY 23 0 KECCAK256 EQ 0 MSTORE 32 0 RETURN`),
      ],
      {},
    );
    expect(Number.parseInt(hash.output, 16)).toBe(1);
  });

  test('costs its caller the access to both', () => {
    const call = (code: string) => execute([delegated(CC), answers(1), asks(code)], {}).result?.gasUsed ?? 0;
    const once = call(`0 0 0 0 0 ${pushed} GAS CALL STOP`);
    // Seven pushes, two cold accounts, and in the callee five pushes, MSTORE and a word of memory.
    expect(once).toBe(21_000 + 6 * 3 + 2 + 2600 + 2600 + 4 * 3 + 3 + 3);
    const twice = call(`0 0 0 0 0 ${pushed} GAS CALL 0 0 0 0 0 ${pushed} GAS CALL STOP`);
    expect(twice - once).toBe(6 * 3 + 2 + 100 + 100 + 4 * 3 + 3 + 3);
  });

  test('to one that delegates itself, or to itself, runs into the designator', () => {
    for (const next of [CC, AUTH]) {
      const chained = { address: OTHER, code: DESIGNATOR('ee'.repeat(20)), nonce: 1n };
      const { output } = execute(
        [delegated(next), chained, asks(`0 0 0 0 0 ${pushed} 50000 CALL 0 MSTORE 32 0 RETURN`)],
        {},
      );
      // 0xef is no instruction.
      expect(Number.parseInt(output, 16)).toBe(0);
    }
  });

  test('to a precompile runs no code', () => {
    const { result, output } = execute([delegated('00'.repeat(19).concat('04'))], {
      to: AUTHORITY,
      data: bytes('abcd'),
    });
    expect({ success: result?.success, output }).toEqual({ success: true, output: '' });
  });

  test('may send transactions (EIP-3607 makes an exception)', () => {
    expect(execute([{ address: AUTHORITY, code: '00', balance: 10n ** 18n }], { from: AUTHORITY }).invalid).toBe(
      'sender not an eoa',
    );
    const sender = { ...delegated(CC), balance: 10n ** 18n };
    expect(execute([sender], { from: AUTHORITY, nonce: 1n }).result?.success).toBe(true);
  });
});

describe('the floor of EIP-7623', () => {
  const data = new Uint8Array(1000).fill(1);

  test('counts after refunds', () => {
    // Clears a slot: 4,800 would be given back, and still the floor is paid.
    const state = new State();
    const clears = { balance: limbs(0n), nonce: 1n, code: bytes(assemble('0 1 SSTORE')), exists: true };
    const account = state.supplyAccount(TARGET, clears, true);
    state.supplySlot(account, bytes('01'.padStart(64, '0')), bytes('05'.padStart(64, '0')));
    const rich = { balance: limbs(10n ** 18n), nonce: 0n, code: new Uint8Array(0), exists: true };
    state.supplyAccount(SENDER, rich, true);
    const execution = new Execution(state, BLOCK, transaction({ data }), undefined);
    while (execution.run(1000) !== Stop.done) {
      if (state.missing?.kind !== 'account') throw new Error('only the coinbase is missing');
      state.supplyAccount(state.missing.address, { ...rich, balance: limbs(0n), exists: false });
    }
    expect(execution.result?.refund).toBe(4_800);
    expect(execution.result?.gasUsed).toBe(21_000 + 40 * 1000);
    expect(execution.result?.refunded).toBe(0);
  });

  test('must be covered by the gas limit, and zeros count a quarter', () => {
    expect(execute([], { data, gasLimit: 60_999n }).invalid).toBe('insufficient gas for floor data gas cost');
    expect(execute([], { data, gasLimit: 61_000n }).result?.gasUsed).toBe(61_000);
    expect(execute([], { data: new Uint8Array(1000), gasLimit: 31_000n }).result?.gasUsed).toBe(31_000);
  });
});
