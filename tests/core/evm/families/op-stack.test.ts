import { getContractAddress, keccak256, toRlp } from 'viem';
import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../../../../src/core/chain/hex';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import type { Receipt, Transaction } from '../../../../src/core/chain/transaction';
import { transactionOf } from '../../../../src/core/chain/transaction';
import type { RuledBlock } from '../../../../src/core/evm/families/family';
import { familyOf } from '../../../../src/core/evm/families/find-family';
import { OP_ENCODING, OP_STACK, opProtocol } from '../../../../src/core/evm/families/op-stack';
import { fastLzLength } from '../../../../src/core/evm/families/op-stack/fast-lz';
import { dataCost, operatorCost } from '../../../../src/core/evm/families/op-stack/fees';
import times from '../../../../src/core/evm/families/op-stack/fork-times.gen.json';
import { blobsOf, ethereumFork, OpFork, opForkAt } from '../../../../src/core/evm/families/op-stack/op-forks';
import { Halt } from '../../../../src/core/evm/frames/halt';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { receiptFields } from '../../../../src/core/proof/receipts';
import { BLOCK } from '../scene';
import { executeUnder } from './family-scene';

const id = (number: number) => number as NetworkId;
const nameOf = (fork: OpFork) => Object.entries(OpFork).find(([, value]) => value === fork)?.[0];
const forkOf = (chain: number, block: Partial<RuledBlock>) =>
  nameOf(opForkAt(id(chain), { timestamp: 0, ...block }).fork);
const WORD = `0x${'11'.repeat(32)}` as Hash;
const ALICE = `0x${'aa'.repeat(20)}` as Address;
const BOB = `0x${'bb'.repeat(20)}` as Address;
const L1_BLOCK = '0x4200000000000000000000000000000000000015';
const VAULTS = [0x19, 0x1a, 0x1b].map(
  (low) => `0x42000000000000000000000000000000000000${low.toString(16)}` as Address,
);

const rulesOf = (fork: OpFork) => ({ fork: ethereumFork(fork), blobs: blobsOf(fork), protocol: opProtocol(fork) });
/** The deposit that op-geth's and op-revm's tests are of: forced, without a price. */
const deposit = (more: object) => ({
  type: 0x7e,
  isForced: true,
  maxFeePerGas: 0n,
  maxPriorityFeePerGas: 0n,
  from: hexToBytes(ALICE),
  to: hexToBytes(BOB),
  ...more,
});

describe('forks', () => {
  // superchain-registry, superchain/configs/mainnet/op.toml; the first second of each.
  test.each([
    [1_704_992_400, 'regolith'],
    [1_704_992_401, 'canyon'],
    [1_710_374_401, 'ecotone'],
    [1_720_627_201, 'fjord'],
    [1_726_070_401, 'granite'],
    [1_736_445_601, 'holocene'],
    [1_746_806_401, 'isthmus'],
    [1_764_691_201, 'jovian'],
    [1_783_526_401, 'karst'],
    [1_799_683_200, 'karst'],
    // ethereum-optimism/optimism, release op-reth/v2.10.0
    [1_799_683_201, 'lagoon'],
  ])('of OP Mainnet at %i', (timestamp, fork) => {
    expect(forkOf(10, { timestamp })).toBe(fork);
  });

  test('Lagoon comes to four chains, and to their test networks before', () => {
    // ethereum-optimism/optimism, release op-reth/v2.10.0
    const first = (chains: readonly number[], time: number) =>
      chains.map((chain) => [time - 1, time].map((timestamp) => forkOf(chain, { timestamp })));
    const both = Array.from({ length: 4 }, () => ['karst', 'lagoon']);
    expect(first([10, 57_073, 1868, 130], Date.UTC(2027, 0, 11, 16, 0, 1) / 1000)).toEqual(both);
    expect(first([11_155_420, 763_373, 1946, 1301], Date.UTC(2026, 11, 10, 16, 0, 1) / 1000)).toEqual(both);
    expect(ethereumFork(OpFork.lagoon)).toBe(Fork.osaka);
  });

  test('Base goes its own way after Jovian', () => {
    // base/base, crates/common/chains/src/config.rs
    expect(forkOf(8453, { timestamp: 1_779_991_199 })).toBe('jovian');
    expect(forkOf(8453, { timestamp: 1_783_526_401 })).toBe('azul');
    expect(forkOf(84532, { timestamp: 1_776_708_000 })).toBe('azul');
    expect(ethereumFork(OpFork.azul)).toBe(Fork.osaka);
  });

  test('World Chain took Karst on days of its own', () => {
    // ethereum-optimism/superchain-registry, pull request 1313; worldcoin/world-chain, pull request 1070
    expect(forkOf(480, { timestamp: Date.UTC(2026, 8, 21, 12) / 1000 - 1 })).toBe('jovian');
    expect(forkOf(480, { timestamp: Date.UTC(2026, 8, 21, 12) / 1000 })).toBe('karst');
    expect(forkOf(4801, { timestamp: Date.UTC(2026, 8, 8, 12) / 1000 - 1 })).toBe('jovian');
    expect(forkOf(4801, { timestamp: Date.UTC(2026, 8, 8, 12) / 1000 })).toBe('karst');
  });

  test('a fork with the headers of the one before may have come since the schedule was read', () => {
    // Celo's newest fork here is Jovian, and Karst changes no field of a header.
    const header = { requestsHash: WORD, extraData: `0x01000000fa00000006${'00'.repeat(8)}` as Hex };
    const karstTried = (chain: number, day: number) => {
      const block = { timestamp: day / 1000, ...header };
      return opForkAt(id(chain), block).others.map(nameOf);
    };
    expect(karstTried(42_220, Date.UTC(2026, 7, 4))).toEqual([]);
    expect(karstTried(42_220, Date.UTC(2026, 8, 4))).toEqual(['karst']);
    // The first chains take Lagoon in December.
    expect(karstTried(42_220, Date.UTC(2026, 11, 20))).toEqual(['karst', 'lagoon']);
    expect(karstTried(7_777_777, Date.UTC(2026, 11, 20))).toEqual(['lagoon']);
    expect([10, 8453].map((chain) => karstTried(chain, Date.UTC(2026, 8, 4)))).toEqual([[], []]);
  });

  test('of a chain without a schedule are what its header shows', () => {
    const shown = (block: Partial<RuledBlock>) => forkOf(999_001, { timestamp: 1_700_000_000, ...block });
    expect(shown({})).toBe('regolith');
    expect(shown({ withdrawals: [] })).toBe('canyon');
    expect(shown({ withdrawals: [], parentBeaconBlockRoot: WORD })).toBe('granite');
    expect(shown({ parentBeaconBlockRoot: WORD, extraData: '0x00000000fa00000006' })).toBe('holocene');
    expect(shown({ requestsHash: WORD, extraData: '0x00000000fa00000006' })).toBe('isthmus');
    expect(shown({ requestsHash: WORD, extraData: `0x01000000fa00000006${'00'.repeat(8)}` })).toBe('karst');
    // What OP Mainnet had at that time is likelier than the newest.
    expect(forkOf(999_001, { timestamp: 1_715_000_000, parentBeaconBlockRoot: WORD })).toBe('ecotone');
  });

  test('a header that is newer than the schedule of its chain counts', () => {
    // Shape, which the table has at Granite.
    const block = { timestamp: 1_790_000_000, requestsHash: WORD, extraData: '0x00000000fa00000006' as Hex };
    expect(forkOf(360, block)).toBe('isthmus');
    expect(forkOf(360, { timestamp: 1_790_000_000, parentBeaconBlockRoot: WORD })).toBe('granite');
  });

  test('every chain with a schedule is found by its id, and others by who opens or makes their blocks', () => {
    const found = (chain: number, block: Partial<RuledBlock> = {}, opener?: Parameters<typeof familyOf>[2]) =>
      familyOf({ id: id(chain) }, { timestamp: 0, ...block }, opener);
    for (const chain of Object.keys(times)) expect(found(Number(chain)), chain).toMatch(/^(opStack|celo)$/);
    expect([found(8453), found(42220), found(999_001)]).toEqual(['opStack', 'celo', undefined]);
    const opener = {
      type: 0x7e,
      from: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001',
      to: L1_BLOCK,
    } as unknown as Transaction;
    expect(found(999_001, {}, opener)).toBe('opStack');
    expect(found(999_001, {}, { ...opener, from: ALICE })).toBeUndefined();
    expect(found(999_001, { miner: '0x4200000000000000000000000000000000000011' as Address })).toBe('opStack');
    // Balances of Blast are others.
    expect(found(81_457, {}, opener)).toBeUndefined();
  });

  test('blocks of OP Mainnet before Bedrock are refused by name', () => {
    const rules = OP_STACK.rulesAt(
      { id: id(10), name: 'OP Mainnet' },
      { timestamp: 1_600_000_000, number: 105_235_062 },
    );
    expect(rules).toMatchObject({ ok: false, error: expect.stringContaining('before 105,235,063') });
  });
});

describe('fees', () => {
  // ethereum-optimism/optimism, rust/op-revm, src/fast_lz.rs
  test.each<[string, Uint8Array, number]>([
    ['nothing', new Uint8Array(0), 0],
    ['a thousand zeros', new Uint8Array(1000), 21],
    ['a thousand times 42', new Uint8Array(1000).fill(42), 21],
    ['three bytes', hexToBytes('0xfacade'), 4],
    [
      'a call',
      hexToBytes(
        '0x02f901550a758302df1483be21b88304743f94f80e51afb613d764fa61751affd3313c190a86bb870151bd62fd12adb8e41ef24f3f000000000000000000000000000000000000000000000000000000000000006e000000000000000000000000af88d065e77c8cc2239327c5edb3a432268e5831000000000000000000000000000000000000000000000000000000000003c1e5000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000a000000000000000000000000000000000000000000000000000000000000000148c89ed219d02f1a5be012c689b4f5b731827bebe000000000000000000000000c001a033fd89cb37c31b2cba46b6466e040c61fc9b2a3675a7f5f493ebd5ad77c497f8a07cdf65680e238392693019b4092f610222e71b7cec06449cb922b93b6a12744e',
      ),
      202,
    ],
  ])('%s compressed by FastLZ', (_, data, length) => {
    expect(fastLzLength(data)).toBe(length);
  });

  const slots = (given: Readonly<Record<number, bigint>>) => ({
    slot: (_: Uint8Array, key: bigint) => given[Number(key)] ?? 0n,
  });
  // ethereum-optimism/op-geth, core/types/rollup_cost_test.go: 30 bytes that are not zero, scalars 2 and 3.
  const scalars = (base: bigint, blob: bigint) => (base << 96n) | (blob << 64n);
  const settings = slots({ 1: 10n ** 9n, 3: scalars(2n, 3n), 5: 50n, 6: 7_000_000n, 7: 10_000_000n });
  const sizes = { zeros: 0, others: 30, compressed: 0 };
  test.each([
    ['bedrock', 1618n, 11_326_000_000_000n],
    ['regolith', 530n, 3_710_000_000_000n],
    ['ecotone', 480n, 960_900n],
    ['fjord', 1600n, 3_203_000n],
  ] as const)('for data under %s', (fork, gas, data) => {
    expect(dataCost(OpFork[fork], settings, sizes)).toEqual({ gas, data });
  });

  test('for data by its compressed size', () => {
    const parity = slots({ 1: 2_000_000n, 3: scalars(20n, 15n), 7: 3_000_000n });
    expect(dataCost(OpFork.fjord, parity, { ...sizes, compressed: 235 })).toEqual({ gas: 2463n, data: 105_484n });
  });

  test('for data in the first block of Ecotone are Bedrock’s', () => {
    const unset = slots({ 1: 10n ** 9n, 5: 50n, 6: 7_000_000n });
    expect(dataCost(OpFork.fjord, unset, sizes).data).toBe(3_710_000_000_000n);
  });

  test('for the operator', () => {
    // Specification, isthmus/exec-engine.md and jovian/exec-engine.md
    const state = slots({ 8: (1000n << 64n) | 5000n });
    expect(operatorCost(OpFork.isthmus, state, 21_120n)).toBe(5021n);
    expect(operatorCost(OpFork.jovian, state, 21_120n)).toBe(2_112_005_000n);
  });

  test('go to the vaults, to the wei', async () => {
    const l1 = { slots: { 1: 10n ** 9n, 3: scalars(5227n, 1_014_213n), 7: 10_000_000n, 8: (1000n << 64n) | 5000n } };
    const before = 10n ** 18n;
    const { result, balance } = await executeUnder(
      rulesOf(OpFork.isthmus),
      { [ALICE]: { wei: before }, [BOB]: {}, [L1_BLOCK]: l1 },
      {
        from: hexToBytes(ALICE),
        to: hexToBytes(BOB),
        value: 1n,
        data: hexToBytes('0x010203'),
        encoded: new Uint8Array(1),
      },
    );
    // 21,048 and the floor of EIP-7623, 21,120; the least size of data, a hundred bytes.
    const data = (100_000_000n * (16n * 10n ** 9n * 5227n + 10_000_000n * 1_014_213n)) / 10n ** 12n;
    const paid = { base: 21_120n * 7n, data, operator: 5021n, priority: 21_120n };
    expect(result).toMatchObject({ success: true, gasUsed: 21_120 });
    expect(Object.fromEntries((result?.fees ?? []).map(({ kind, wei }) => [kind, wei]))).toEqual(paid);
    expect(VAULTS.map(balance)).toEqual([paid.base, paid.data, paid.operator]);
    expect(balance(ALICE)).toBe(before - 1n - paid.base - paid.data - paid.operator - paid.priority);
  });

  test('must be there before', async () => {
    const l1 = { slots: { 1: 10n ** 9n, 3: scalars(5227n, 0n) } };
    const gas = 1_000_000n * 10n;
    const { invalid } = await executeUnder(
      rulesOf(OpFork.fjord),
      { [ALICE]: { wei: gas }, [BOB]: {}, [L1_BLOCK]: l1 },
      { from: hexToBytes(ALICE), to: hexToBytes(BOB), encoded: new Uint8Array(1) },
    );
    expect(invalid).toBe('insufficient funds for gas * price + value');
  });

  test('of one that nobody signed yet are those of one that is as long', async () => {
    const l1 = { slots: { 1: 10n ** 9n, 6: 1_000_000n } };
    const more = { from: hexToBytes(ALICE), to: hexToBytes(BOB), maxFeePerGas: 7n, maxPriorityFeePerGas: 0n };
    const { result } = await executeUnder(
      rulesOf(OpFork.regolith),
      { [ALICE]: { wei: 10n ** 18n }, [BOB]: {}, [L1_BLOCK]: l1 },
      more,
    );
    // type 2: 0x02, list head of 2, chain, nonce, two prices, gas of 4, 21 of the address, value, data, list, parity, 33 + 33
    const bytes = 1 + 2 + 1 + 1 + 1 + 1 + 4 + 21 + 1 + 1 + 1 + 1 + 33 + 33;
    const { wei } = (result?.fees ?? []).find(({ kind }) => kind === 'data') ?? { wei: 0n };
    expect(wei).toBe(BigInt(bytes * 16) * 10n ** 9n);
  });
});

describe('deposits', () => {
  // ethereum-optimism/op-geth, eth/tracers/internal/tracetest/testdata/call_tracer/deposit.json, failed_deposit.json
  const own = { to: hexToBytes(ALICE), data: Uint8Array.of(0), gasLimit: 200_000n, value: 0x1aa535d3d0c000n };

  test('before Regolith count all their gas, and those of the system none', async () => {
    const rich = { [ALICE]: { wei: 0x99999999999999999n } };
    const { result } = await executeUnder(rulesOf(OpFork.bedrock), rich, deposit(own));
    expect(result).toMatchObject({ success: true, gasUsed: 200_000, fees: [] });
    const system = await executeUnder(rulesOf(OpFork.bedrock), rich, deposit({ ...own, isSystem: true }));
    expect(system.result?.gasUsed).toBe(0);
    const since = await executeUnder(rulesOf(OpFork.regolith), rich, deposit(own));
    expect(since.result?.gasUsed).toBe(21_004);
  });

  test('fail where the sender has too little, and keep what they mint', async () => {
    const { result, nonce, balance } = await executeUnder(rulesOf(OpFork.regolith), {}, deposit({ ...own, mint: 7n }));
    expect(result).toMatchObject({ success: false, gasUsed: 200_000, logs: [], halt: Halt.insufficientBalance });
    expect([nonce(ALICE), balance(ALICE)]).toEqual([1n, 7n]);
  });

  // bluealloy/revm, crates/op-revm/tests/testdata/test_deposit_tx.json, test_halted_deposit_tx.json
  test('mint', async () => {
    const { result, nonce, balance } = await executeUnder(rulesOf(OpFork.holocene), {}, deposit({ mint: 100n }));
    expect(result).toMatchObject({ success: true, gasUsed: 21_000 });
    expect([nonce(ALICE), balance(ALICE)]).toEqual([1n, 100n]);
  });

  test('that halt use all their gas, and keep what they mint', async () => {
    const accounts = { [ALICE]: { wei: 10n ** 16n }, [BOB]: { wei: 10n ** 16n, nonce: 1n, code: '0x50' as Hex } };
    const limit = { mint: 100n, gasLimit: 30_000_000n };
    const { result, nonce, balance } = await executeUnder(rulesOf(OpFork.holocene), accounts, deposit(limit));
    expect(result).toMatchObject({ success: false, gasUsed: 30_000_000 });
    expect([nonce(ALICE), balance(ALICE)]).toEqual([1n, 10n ** 16n + 100n]);
  });

  test('that create go by the nonce of the state, whatever nonce a node states', async () => {
    const { result } = await executeUnder(
      rulesOf(OpFork.isthmus),
      { [ALICE]: { nonce: 5n } },
      deposit({ to: undefined, nonce: 0n, data: hexToBytes('0x00') }),
    );
    const created = getContractAddress({ from: ALICE, nonce: 5n }).toLowerCase();
    expect(bytesToHex(result?.created ?? new Uint8Array(0))).toBe(created);
  });

  test('pay nothing, and GASPRICE says so', async () => {
    // GASPRICE, MSTORE at 0, RETURN a word
    const code = '0x3a60005260206000f3' as Hex;
    const { result, balance } = await executeUnder(rulesOf(OpFork.jovian), { [BOB]: { code } }, deposit({ mint: 1n }));
    expect(bytesToHex(result?.output ?? new Uint8Array(0))).toBe(`0x${'00'.repeat(32)}`);
    expect([balance(ALICE), ...VAULTS.map(balance)]).toEqual([1n, 0n, 0n, 0n]);
  });
});

describe('gas that the maker of a block gives back (lagoon/sdm.md)', () => {
  const R = 5000n;
  const TIP = 10n ** 9n;
  const PRICE = TIP + BLOCK.baseFee;
  const slots = { 1: 10n ** 9n, 3: (2n << 96n) | (3n << 64n), 7: 10n ** 7n, 8: (1000n << 64n) | 5000n };
  // A slot is written for the first time: 22,100 gas and what goes before.
  const accounts = { [ALICE]: { wei: 10n ** 18n }, [BOB]: { code: '0x6001600055' as Hex }, [L1_BLOCK]: { slots } };
  const run = (fork: OpFork, givenBack?: bigint) =>
    executeUnder(rulesOf(fork), accounts, {
      ...{ from: hexToBytes(ALICE), to: hexToBytes(BOB), gasLimit: 100_000n, encoded: new Uint8Array(100).fill(1) },
      ...{ maxFeePerGas: 3n * TIP, maxPriorityFeePerGas: TIP, ...(givenBack !== undefined && { givenBack }) },
    });

  test('gas used, and what goes by it, are less by that, and data costs the same', async () => {
    const [without, given] = [await run(OpFork.lagoon), await run(OpFork.lagoon, R)];
    expect((without.result?.gasUsed ?? 0) - (given.result?.gasUsed ?? 0)).toBe(Number(R));
    const [base, data, operator] = VAULTS.map((vault) => without.balance(vault) - given.balance(vault));
    const operatorFee = R * 1000n * 100n;
    expect({ data, operator }).toEqual({ data: 0n, operator: operatorFee });
    // Who made the block is debited r · (p - b), the vault of base fees r · b, and the sender credited with all.
    expect(given.balance(ALICE) - without.balance(ALICE)).toBe(R * PRICE + operatorFee);
    expect(base).toBe(R * BLOCK.baseFee);
  });

  test('nothing before Lagoon, and never more than was used', async () => {
    const karst = await run(OpFork.karst, R);
    expect(karst.result?.gasUsed).toBe((await run(OpFork.lagoon)).result?.gasUsed);
    expect((await run(OpFork.lagoon, 10n ** 6n)).result?.gasUsed).toBe(karst.result?.gasUsed);
  });
});

describe('encodings', () => {
  // wevm/viem, op-stack tests; hash by keccak256 of the bytes
  const RAW =
    '0x7ef83ca018040f35752170c3339ddcd850f185c9cc46bdef4d6e1f2ab323f4d3d710431994977f82a600a1414e583f7f13623f1ac5d58b1c0b808080808080';
  const stated = {
    networkId: id(10),
    hash: keccak256(RAW) as Hash,
    type: 0x7e,
    from: '0x977f82a600a1414e583f7f13623f1ac5d58b1c0b' as Address,
    nonce: 3,
    value: 0n,
    gas: 0,
    input: '0x' as Hex,
    rollup: { sourceHash: '0x18040f35752170c3339ddcd850f185c9cc46bdef4d6e1f2ab323f4d3d7104319' },
  };

  test('of a deposit', () => {
    expect(OP_ENCODING.transaction(transactionOf(stated))).toBe(RAW);
    // A node may state that nothing is minted as 0x0.
    expect(OP_ENCODING.transaction(transactionOf({ ...stated, rollup: { ...stated.rollup, mint: '0x0' } }))).toBe(RAW);
    expect(OP_ENCODING.transaction(transactionOf({ ...stated, rollup: { mint: '0x1' } }))).toBeUndefined();
  });

  test('what a receipt states otherwise than the end of its block lists is said', () => {
    // Version 1 of block 0x5f5e100, 2500 gas for the third transaction.
    const input = toRlp(['0x01', '0x05f5e100', [['0x02', '0x09c4']]]);
    const end = transactionOf({ ...stated, type: 0x7d, nonce: 0, input });
    const said = (opGasRefund: string | undefined, index: number, block: readonly Transaction[] = [end]) =>
      OP_ENCODING.disagrees({ index, rollup: opGasRefund === undefined ? {} : { opGasRefund } }, block);
    expect([said('0x9c4', 2), said('0x0', 1), said(undefined, 2), said('0x9c4', 2, [])?.slice(-8)]).toEqual([
      ...[undefined, undefined, undefined],
      ' for it.',
    ]);
    expect(said('0x9c5', 2)).toBe(
      'The receipt says that 2,501 gas is given back, and the last transaction of the block lists 2,500 for it.',
    );
    // Of a list that is not known, nothing is said.
    expect(said('0x1', 2, [{ ...end, input: '0xc102' } as Transaction])).toBeUndefined();
  });

  test('of what ends a block: the type and the list that nodes state', () => {
    // lagoon/post-exec.md and sdm.md: 0x7d ‖ rlp([version, number of the block, [[index, gas]]]).
    const input = '0xc901840262 5a00c3c20105'.replace(' ', '') as Hex;
    const postExec = { ...stated, type: 0x7d, from: `0x${'00'.repeat(20)}` as Address, nonce: 0, input };
    expect(OP_ENCODING.transaction(transactionOf(postExec))).toBe(`0x7d${input.slice(2)}`);
    expect(OP_STACK.input?.(transactionOf(postExec), {} as never)).toMatchObject({ value: { isSilent: true } });
  });

  // alloy-rs/op-alloy, crates/consensus/src/receipts/receipt.rs
  test.each([
    ['before Canyon', { depositNonce: '0x3d3bbf' }, '00'.repeat(256), 'f90108'],
    ['since Canyon', { depositNonce: '0x3d3bbf', depositReceiptVersion: '0x1' }, '00'.repeat(256), 'f9010d'],
  ])('of its receipt %s', (_, rollup, bloom, head) => {
    const receipt = { status: 'success', cumulativeGasUsed: 46_913, logs: [], rollup } as unknown as Receipt;
    const encoded = OP_ENCODING.receipt(receipt, transactionOf(stated), receiptFields(receipt));
    const end = 'depositReceiptVersion' in rollup ? 'c0833d3bbf01' : 'c0';
    expect(bytesToHex(encoded ?? new Uint8Array(0))).toBe(`0x7e${head}0182b741b90100${bloom}${end}`);
  });
});

describe('precompiles', () => {
  const call = (to: number, bytes: number, gasLimit: number) => ({
    from: hexToBytes(ALICE),
    to: hexToBytes(`0x${to.toString(16).padStart(40, '0')}`),
    data: new Uint8Array(bytes).fill(1),
    gasLimit: BigInt(gasLimit),
    encoded: new Uint8Array(1),
  });
  const rich = { [ALICE]: { wei: 10n ** 18n } };

  // bluealloy/revm, crates/op-revm/tests/testdata: test_tx_call_p256verify.json and others
  test.each<[string, keyof typeof OpFork, number, number, number, Halt]>([
    ['P256 for 3,450', 'fjord', 0x100, 0, 24_450, Halt.none],
    ['P256 with one less', 'fjord', 0x100, 0, 24_449, Halt.outOfGas],
    ['no P256 before', 'ecotone', 0x100, 0, 21_000, Halt.none],
    ['P256 for 6,900 since Karst', 'karst', 0x100, 0, 27_899, Halt.outOfGas],
    ['pairings without a bound', 'fjord', 0x08, 112_689, 1_824_024, Halt.outOfGas],
    ['pairings beyond the bound', 'granite', 0x08, 112_689, 1_824_024, Halt.precompileFailed],
    ['a sum of BLS12-381', 'isthmus', 0x0b, 0, 21_375, Halt.precompileFailed],
    ['a sum of BLS12-381 with one less', 'isthmus', 0x0b, 0, 21_374, Halt.outOfGas],
  ])('%s', async (_, fork, to, bytes, gasLimit, halt) => {
    const { result } = await executeUnder(rulesOf(OpFork[fork]), rich, call(to, bytes, gasLimit));
    expect([result?.halt, result?.gasUsed]).toEqual([halt, gasLimit]);
  });

  // ethereum-optimism/optimism, rust/op-revm, src/precompiles.rs; Azul: base/base, precompiles/provider.rs
  test.each<[keyof typeof OpFork, number, number]>([
    ['granite', 0x08, 112_687],
    ['jovian', 0x08, 81_984],
    ['azul', 0x08, 81_984],
    ['karst', 0x08, 57_600],
    ['isthmus', 0x0c, 513_760],
    ['jovian', 0x0c, 288_960],
    ['isthmus', 0x0e, 488_448],
    ['karst', 0x0e, 278_784],
    ['isthmus', 0x0f, 235_008],
    ['karst', 0x0f, 156_672],
  ])('bound under %s of 0x%i', (fork, to, most) => {
    const contract = opProtocol(OpFork[fork]).precompiles?.get(BigInt(to));
    const refusal = (bytes: number) => {
      const answer = contract?.run(new Uint8Array(bytes), 0, ethereumFork(OpFork[fork]));
      return answer?.ok === false ? answer.error : 'ran';
    };
    // Within the bound the gas does not suffice.
    expect([refusal(most), refusal(most + 1)]).toEqual([undefined, 'bad input size']);
  });
});
