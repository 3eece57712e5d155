import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { type Block, type Transaction, transactionOf } from '../../../../src/core/chain/transaction';
import type { ChainRules } from '../../../../src/core/evm/families/family';
import type { FamilyName } from '../../../../src/core/evm/families/family-names';
import { loadFamily } from '../../../../src/core/evm/families/load-family';
import { dataFee, ScrollFork } from '../../../../src/core/evm/families/scroll';
import type { StateView } from '../../../../src/core/evm/families/state-view';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { computeHeaderHash } from '../../../../src/core/proof/header';
import { blockSchema } from '../../../../src/net/rpc/block-schema';
import { assemble, bytes, COINBASE, SENDER, TARGET } from '../scene';
import { execute, hexOf } from './accounts-scene';

const nameOf = (fork: Fork) => Object.entries(Fork).find(([, value]) => value === fork)?.[0];
const key = (address: Uint8Array) => hexOf(address).slice(2);

async function rulesOf(name: FamilyName, id: number, block: Partial<Block>): Promise<ChainRules> {
  const rules = (await loadFamily(name)).rulesAt({ id: id as NetworkId, name }, { timestamp: 0, ...block });
  if (!rules.ok) throw new Error(rules.error);
  return rules.value;
}

test('the header of Avalanche is hashed with its own fields between Ethereum’s', async () => {
  // ava-labs/coreth, internal/ethapi/testdata/eth_getHeaderByNumber-number-latest-1.json
  const { encoding } = await loadFamily('avalanche');
  const hash = '0xcff199da2c1c619b9caf41ccae69db6ea642f6bb358e031a4aaf9aa9bf2c5b4e';
  const { output } = safeParse(blockSchema(43114 as NetworkId), {
    baseFeePerGas: '0x1',
    blobGasUsed: '0x0',
    blockGasCost: '0x0',
    difficulty: '0x1',
    excessBlobGas: '0x0',
    extDataGasUsed: '0x0',
    extDataHash: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
    extraData: '0x000000000098447800000000000052080000000000000000',
    gasLimit: '0x989680',
    gasUsed: '0x5208',
    hash,
    logsBloom: `0x${'00'.repeat(256)}`,
    minDelayExcess: '0x799d4c',
    miner: `0x${'00'.repeat(20)}`,
    mixHash: `0x${'00'.repeat(32)}`,
    nonce: '0x0000000000000000',
    number: '0x9',
    parentBeaconBlockRoot: `0x${'00'.repeat(32)}`,
    parentHash: '0xf02eac9a15b7f85237acdda86edbf9b05782a71524ecc96d92d5eed37408e4f1',
    receiptsRoot: '0x056b23fbba480696b65fe5a59b8f2148a1299103c4f57df839233af2cf4ca2d2',
    sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
    stateRoot: '0x0079c4f658ca6481223860cbe48a032a7b54de44ef980b1aa9b6be2859663fa4',
    timestamp: '0x5a',
    timestampMilliseconds: '0x15f90',
    transactionsRoot: '0xf3f69c61b639254ec6538351b9edaebce124270a70dd2d7fbc8d197b2a7cd928',
    transactions: [],
  });
  const block = output as Block;
  expect(computeHeaderHash(block, encoding)).toBe(hash);
  expect(computeHeaderHash({ ...block, rollup: { ...block.rollup, blockGasCost: '0x1' } }, encoding)).not.toBe(hash);
  expect(computeHeaderHash({ ...block, rollup: {} }, encoding)).toBeUndefined();
});

test('Avalanche gives nothing back, and all fees to the coinbase', async () => {
  const at = async (timestamp: number) => nameOf((await rulesOf('avalanche', 43114, { timestamp })).fork);
  // upgrade/upgrade.go: 2021-08-24 14:00, 2024-03-06 16:00 and 2024-12-16 17:00 UTC
  expect(await Promise.all([1_629_813_599, 1_629_813_600, 1_709_740_800, 1_734_368_400].map(at))).toEqual([
    'berlin',
    'london',
    'shanghai',
    'cancun',
  ]);
  const { execution, balance } = execute(
    await rulesOf('avalanche', 43114, { timestamp: 1_734_368_400 }),
    {
      [key(SENDER)]: { balance: 10n ** 18n },
      [key(TARGET)]: { code: assemble('0 1 SSTORE'), slots: { [`0x${'1'.padStart(64, '0')}`]: 1n } },
    },
    { gasLimit: 100_000n, maxFeePerGas: 10n, maxPriorityFeePerGas: 3n },
    { baseFee: 7n },
  );
  expect(execution.result?.gasUsed).toBe(21_000 + 3 + 3 + 5000);
  expect(balance(COINBASE)).toBe(10n * 26_006n);
});

test('contracts of Avalanche do nothing for code that acts as another account, since Granite', async () => {
  // avalanchego, graft/coreth/params/hooks_libevm.go (makePrecompile); upgrade/upgrade.go, 2025-11-19 16:00 UTC.
  const gasAt = async (timestamp: number) =>
    execute(
      await rulesOf('avalanche', 43114, { timestamp }),
      {
        [key(SENDER)]: { balance: 10n ** 18n },
        [key(TARGET)]: { code: assemble(`0 0 0 0 0x01${'00'.repeat(19)} 50000 DELEGATECALL STOP`) },
      },
      { gasLimit: 100_000n, maxFeePerGas: 10n },
      { baseFee: 7n },
    ).execution.result?.gasUsed;
  // 21,000, six times three to push, a hundred for a precompile.
  expect([await gasAt(1_763_567_999), await gasAt(1_763_568_000)]).toEqual([21_118, 71_118]);
});

test('contracts of Avalanche that were taken away revert, and take no gas', async () => {
  // coreth, params/hooks_libevm.go and nativeasset/contract.go; Banff: avalanchego, upgrade/upgrade.go, 2022-10-18 16:00 UTC.
  const called = async (address: string, timestamp: number) => {
    const code = assemble(`0 0 0 0 0 0x${address} 50000 CALL 0 MSTORE 32 0 RETURN`);
    const { execution } = execute(
      await rulesOf('avalanche', 43114, { timestamp }),
      { [key(SENDER)]: { balance: 10n ** 18n }, [key(TARGET)]: { code } },
      { gasLimit: 100_000n, maxFeePerGas: 10n },
      { baseFee: 7n },
    );
    const { output = new Uint8Array(0), gasUsed } = execution.result ?? {};
    return [Number(hexOf(output)), gasUsed];
  };
  const [genesis, balance, call] = ['00', '01', '02'].map((end) => `01${'00'.repeat(18)}${end}`);
  // 21,000; seven times three to push; a hundred for a precompile; MSTORE with its word 6 and 3 and 3, RETURN 3 and 3.
  const reverted = [0, 21_000 + 21 + 100 + 3 + 6 + 6];
  for (const address of [genesis, balance, call])
    expect(await called(address as string, 1_666_108_800)).toEqual(reverted);
  expect(await called(genesis as string, 1_666_108_799)).toEqual(reverted);
  await expect(called(call as string, 1_666_108_799)).rejects.toThrow('not executed here');
});

test('Taiko shares base fees by its extra data, and its anchor pays nothing', async () => {
  const extraData = `0x${'00'.repeat(31)}4b` as Hex;
  const feesAt = async (block: Partial<Block>) => {
    const { balance } = execute(
      await rulesOf('taiko', 167000, block),
      { [key(SENDER)]: { balance: 10n ** 18n } },
      { gasLimit: 21_000n, maxFeePerGas: 10n, maxPriorityFeePerGas: 3n },
      { baseFee: 7n },
    );
    return [balance(bytes('1670000000000000000000000000000000010001')), balance(COINBASE)];
  };
  // Before Ontake all, then a quarter: 0x4b is 75 of 100.
  expect(await feesAt({ number: 538_303, extraData })).toEqual([147_000n, 63_000n]);
  expect(await feesAt({ number: 538_304, extraData })).toEqual([36_750n, 63_000n + 110_250n]);
  expect(await feesAt({ number: 5_000_000, timestamp: 1_775_135_700, extraData: '0x4b000000000001' })).toEqual([
    36_750n,
    63_000n + 110_250n,
  ]);
  const { input } = await loadFamily('taiko');
  const anchor = transactionOf({
    networkId: 167000 as NetworkId,
    hash: `0x${'11'.repeat(32)}` as Hash,
    type: 2,
    from: '0x0000777735367b36bc9b61c50022d9d0700db4ec' as Address,
    nonce: 1,
    value: 0n,
    input: '0x',
    gas: 250_000,
    blockHash: `0x${'22'.repeat(32)}` as Hash,
    blockNumber: 1,
    index: 0,
  });
  expect(input?.(anchor, {} as Block)).toEqual({ ok: true, value: { isForced: true } });
  expect(input?.({ ...anchor, index: 1 } as typeof anchor, {} as Block)).toEqual({ ok: true, value: {} });
});

test('since Helicon half of the limit is charged, and headers commit to another block', async () => {
  // ava-labs/avalanchego, releases v1.15.0 (2026-09-22 15:00 UTC) and v1.15.0-fuji (2026-07-28 15:00 UTC).
  const basisAt = async (id: number, timestamp: number) => (await rulesOf('avalanche', id, { timestamp })).basis;
  expect(await Promise.all([1_790_089_199, 1_790_089_200].map((time) => basisAt(43114, time)))).toEqual([
    undefined,
    'tried',
  ]);
  expect(await Promise.all([1_785_250_799, 1_785_250_800].map((time) => basisAt(43113, time)))).toEqual([
    undefined,
    'tried',
  ]);
  const rules = await rulesOf('avalanche', 43114, { timestamp: 1_790_089_200 });
  const spent = (gasLimit: bigint) =>
    execute(rules, { [key(SENDER)]: { balance: 10n ** 18n } }, { gasLimit, maxFeePerGas: 10n }, { baseFee: 7n })
      .execution.result?.gasUsed;
  // ACP-194: max(used, ceil(limit / 2)); hooks_libevm.go, MinimumGasConsumption.
  expect([21_000n, 42_000n, 42_001n, 100_001n].map(spent)).toEqual([21_000, 21_000, 21_001, 50_001]);
  const { encoding } = await loadFamily('avalanche');
  const at = (timestamp: number) => ({ networkId: 43114 as NetworkId, timestamp }) as Block;
  const price = (type: number, block: Block) => encoding?.price?.({ type } as Transaction, block, {});
  expect([price(2, at(1_790_089_200)), price(0, at(1_790_089_200)), price(2, at(1_790_089_199))]).toEqual([
    'unknown',
    undefined,
    undefined,
  ]);
  expect(encoding?.settlesLater?.(at(1_790_089_199))).toBeUndefined();
  expect(encoding?.settlesLater?.(at(1_790_089_200))).toMatch(/Helicon/);
});

test('Scroll goes by its own forks, and a message from Ethereum is hashed without a signature', async () => {
  const at = async (block: Partial<Block>) => {
    const { fork, protocol, basis } = await rulesOf('scroll', 534352, block);
    return `${nameOf(fork)} ${protocol?.undefinedOpcodes?.map((code) => code.toString(16)).join(' ')} ${basis ?? ''}`;
  };
  expect(await at({ number: 7_096_835 })).toBe('shanghai ff 48 ');
  expect(await at({ number: 7_096_836 })).toBe('cancun ff 49 4a ');
  expect(await at({ timestamp: 1_745_305_200 })).toBe('prague ff 49 4a ');
  expect(await at({ timestamp: 1_755_576_000 })).toBe('prague ff 49 4a receipt');
  expect(await at({ timestamp: 1_765_868_400 })).toBe('osaka ff 49 4a receipt');
  const { encoding } = await loadFamily('scroll');
  const message = transactionOf({
    networkId: 534352 as NetworkId,
    hash: `0x${'11'.repeat(32)}` as Hash,
    type: 0x7e,
    from: `0x${'aa'.repeat(20)}` as Address,
    to: `0x${'bb'.repeat(20)}` as Address,
    nonce: 5,
    value: 0n,
    input: '0x',
    gas: 0x5208,
    rollup: { queueIndex: '0x5' },
  });
  // rlp([5, 21000, to, 0, '', sender]): 1 + 3 + 21 + 1 + 1 + 21 bytes
  expect(encoding?.transaction?.(message)).toBe(`0x7ef00582520894${'bb'.repeat(20)}808094${'aa'.repeat(20)}`);
  expect(encoding?.transaction?.({ ...message, rollup: {} })).toBeUndefined();
});

test.each([
  // Blocks: scroll-tech/go-ethereum, params/config.go. Euclid: fork ids of scroll-tech/reth. Others: docs.scroll.io, upgrades.
  [534352, [5_220_340, 7_096_836], [1_744_815_600, 1_745_305_200, 1_755_576_000, 1_765_868_400]],
  [534351, [3_747_132, 4_740_239], [1_741_680_000, 1_741_852_800, 1_753_167_600, 1_764_054_000]],
] as const)('chain %i of Scroll takes each fork at its block or second, and not before', async (id, numbers, times) => {
  const told = async (block: Partial<Block>) => {
    const { fork, protocol, basis } = await rulesOf('scroll', id, block);
    const runs = (address: bigint) => protocol?.precompiles?.get(address)?.run(new Uint8Array(0), 1e6, fork).ok;
    // SHA-256 came with Bernoulli, secp256r1 with Euclid.
    return [nameOf(fork), runs(2n) ?? true, protocol?.precompiles?.has(0x100n), basis];
  };
  const [bernoulli, curie] = numbers;
  const forks = [
    [{ number: bernoulli - 1 }, ['shanghai', false, false, undefined]],
    [{ number: bernoulli }, ['shanghai', true, false, undefined]],
    [{ number: curie - 1 }, ['shanghai', true, false, undefined]],
    [{ number: curie }, ['cancun', true, false, undefined]],
    [{ timestamp: times[0] - 1 }, ['cancun', true, false, undefined]],
    [{ timestamp: times[0] }, ['cancun', true, true, undefined]],
    [{ timestamp: times[1] - 1 }, ['cancun', true, true, undefined]],
    [{ timestamp: times[1] }, ['prague', true, true, undefined]],
    [{ timestamp: times[2] - 1 }, ['prague', true, true, undefined]],
    [{ timestamp: times[2] }, ['prague', true, true, 'receipt']],
    [{ timestamp: times[3] - 1 }, ['prague', true, true, 'receipt']],
    [{ timestamp: times[3] }, ['osaka', true, true, 'receipt']],
  ] as const;
  for (const [block, rules] of forks) expect(await told(block)).toEqual(rules);
});

test('a transaction of Scroll has as much gas as its block: Galileo did not take EIP-7825', async () => {
  const rules = await rulesOf('scroll', 534352, { timestamp: 1_765_868_400 });
  const input = { gasLimit: 20_000_000n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, statedDataFee: 0n };
  const { execution } = execute(rules, {}, input, { gasLimit: 20_000_000, baseFee: 0n });
  expect(execution.result?.gasUsed).toBe(21_000);
});

test.each([
  [50, 171_557_471_810n],
  [100, 344_821_983_141n],
  [1024, 3_854_009_072_433n],
  [10 * 1024, 70_759_382_824_796n],
])('%i bytes of data cost what Scroll’s client asks since Galileo', (size, wei) => {
  // scroll-tech/scroll-revm, src/l1block.rs, test_rollup_fee_galileo: the slots of the oracle by their numbers.
  const slots = [0n, 10n ** 9n, 0n, 0n, 0n, 10n ** 9n, 2_394_981_796n, 1_019_097_245n, 0n, 0n, 10_000n];
  const state = { slot: (_: Uint8Array, key: bigint) => slots[Number(key)] ?? 0n } as StateView;
  expect(dataFee(state, new Uint8Array(size), ScrollFork.galileo)).toBe(wei);
});
