import { bytesToHex, concatHex, hexToBytes, keccak256, toFunctionSelector, toRlp } from 'viem';
import { expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { type Block, type Receipt, type Transaction, transactionOf } from '../../../../src/core/chain/transaction';
import { ARBITRUM } from '../../../../src/core/evm/families/arbitrum';
import { familyOf } from '../../../../src/core/evm/families/find-family';
import { loadLibrary } from '../../../../src/core/evm/precompiles/libraries';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { Stop } from '../../../../src/core/evm/run';
import { State } from '../../../../src/core/evm/state/state';
import { type IncludedBlock, toEnvironment, toMinedInput } from '../../../../src/core/evm/transaction/chain-input';
import { Execution } from '../../../../src/core/evm/transaction/execution';
import { type SystemCall, SystemExecution } from '../../../../src/core/evm/transaction/system-calls';
import type { TransactionInput } from '../../../../src/core/evm/transaction/transaction-input';
import { checkIdentity } from '../../../../src/core/proof/identity';
import type { PlannedStep } from '../../../../src/core/simulation/plan';
import { prepareRun } from '../../../../src/core/simulation/prepare';
import { assemble, BLOCK, limbs } from '../scene';
import { executeUnder } from './family-scene';

const ONE = { id: 42161 as NetworkId, name: 'Arbitrum One' };
const ARBOS = '0x00000000000000000000000000000000000a4b05' as Address;
const ALICE = `0x${'aa'.repeat(20)}` as Address;
const CONTRACT = `0x${'bb'.repeat(20)}` as Address;
const NETWORK = `0x${'dd'.repeat(20)}` as Address;
const INFRA = `0x${'ee'.repeat(20)}` as Address;
const GWEI = 1_000_000_000n;

/** The header of block 0xc000000 of Arbitrum One states this, and l1BlockNumber 0x12c04c1 beside it. */
const MIX = '0x000000000001c40c00000000012c04c100000000000000140000000000000000' as Hash;
const mixOf = (version: number, flags = 0) =>
  `0x${'0'.repeat(16)}${(0x12c04c1).toString(16).padStart(16, '0')}${version.toString(16).padStart(16, '0')}00${flags
    .toString(16)
    .padStart(2, '0')}${'0'.repeat(12)}` as Hash;

const blockOf = (mixHash: Hash): IncludedBlock =>
  ({
    networkId: ONE.id,
    number: 201_326_592,
    parentHash: MIX,
    timestamp: 1_713_000_000,
    miner: '0xa4b000000000000000000073657175656e636572',
    gasUsed: 0,
    baseFeePerGas: GWEI / 100n,
    mixHash,
    transactions: [],
  }) as unknown as IncludedBlock;

const stated = {
  networkId: ONE.id,
  from: ALICE,
  nonce: 0,
  value: 0n,
  hash: MIX,
  blockHash: MIX,
  blockNumber: 1,
  index: 1,
};
const transaction = (more: object = {}): Transaction =>
  transactionOf({
    ...stated,
    type: 2,
    to: CONTRACT,
    input: '0x',
    gas: 300_000,
    maxFeePerGas: GWEI,
    maxPriorityFeePerGas: GWEI,
    accessList: [],
    ...more,
  } as Parameters<typeof transactionOf>[0]);
const receipt = (gasUsedForL1: number) => ({ rollup: { gasUsedForL1: String(gasUsedForL1) } }) as unknown as Receipt;

type Run = { code: string; dataGas?: number; mixHash?: Hash; sent?: Transaction; slots?: bigint };

/** Executes the transaction; the fees go by slots of ArbOS as they are supplied. */
function run({ code, dataGas = 10_000, mixHash = MIX, sent = transaction(), slots = 0n }: Run) {
  const block = blockOf(mixHash);
  const rules = ARBITRUM.rulesAt(ONE, block);
  if (!rules.ok) throw new Error(rules.error);
  const hashes = new Map<number, Uint8Array>();
  const environment = toEnvironment(block, rules.value, hashes);
  const input = toMinedInput(sent, 'family', { rules: rules.value, block, receipt: receipt(dataGas) });
  if (!input.ok) throw new Error(input.error);
  const state = new State();
  const execution = new Execution(state, environment, input.value, undefined);
  while (execution.run(1_000_000) !== Stop.done) {
    const { missing } = state;
    if (missing?.kind === 'account') {
      const address = Buffer.from(missing.address).toString('hex');
      const named: Record<string, string> = { [CONTRACT.slice(2)]: code, ['cc'.repeat(20)]: 'eff00000aabb' };
      const balance = limbs(address === ALICE.slice(2) ? 10n ** 18n : 0n);
      state.supplyAccount(missing.address, {
        balance,
        nonce: 0n,
        code: Buffer.from(named[address] ?? '', 'hex'),
        exists: true,
      });
    } else if (missing?.kind === 'slot') {
      const key = Buffer.from(missing.key).toString('hex');
      state.supplySlot(state.indexOfAddress(missing.address), missing.key, valueAt(key, slots));
    } else if (missing?.kind === 'blockHash') hashes.set(missing.number, hashOf(missing.number));
    else throw new Error('nothing that can be supplied is missing');
  }
  return execution;
}

/** A hash for each number that no other has. */
const hashOf = (number: number) => Uint8Array.from(Buffer.from(number.toString(16).padStart(64, 'f'), 'hex'));

/** Root 3: the network's account; root 6: that of infrastructure; l2Pricing 3: the least base fee. Told apart by the last byte. */
function valueAt(key: string, least: bigint): Uint8Array {
  const word = (hex: string) => Uint8Array.from(Buffer.from(hex.padStart(64, '0'), 'hex'));
  if (key.endsWith('06')) return word(least === 0n ? '' : INFRA.slice(2));
  // keccak256 of 31 zero bytes, and 03: the page of the root.
  if (key.startsWith('15fed0451499512d95f3ec5a41c878b9de55f21878b5b4e190d4667ec709b4') && key.endsWith('03'))
    return word(NETWORK.slice(2));
  return word(least.toString(16));
}

const returned = (execution: Execution) => BigInt(`0x${Buffer.from(execution.result?.output ?? []).toString('hex')}`);
const RETURN = '0 MSTORE 32 0 RETURN';

test('the version of ArbOS in the header says the fork', () => {
  const forkAt = (mixHash: Hash) => {
    const rules = ARBITRUM.rulesAt(ONE, blockOf(mixHash));
    return rules.ok ? rules.value.fork : rules.error;
  };
  expect(forkAt(MIX)).toBe(Fork.cancun);
  expect([10, 11, 40, 50].map((version) => forkAt(mixOf(version)))).toEqual([
    Fork.paris,
    Fork.shanghai,
    Fork.prague,
    Fork.osaka,
  ]);
});

test('a chain of Orbit is told by the transaction that ArbOS begins its blocks with', () => {
  const orbit = { id: 99_999_991 as NetworkId, name: 'Orbit' };
  const opener = { type: 0x6a, from: ARBOS, to: ARBOS } as Transaction;
  expect(familyOf(orbit, { timestamp: 0 }, opener)).toBe('arbitrum');
  expect(familyOf(orbit, { timestamp: 0 }, { ...opener, from: ALICE } as Transaction)).toBeUndefined();
});

test('NUMBER is the block of layer 1, PREVRANDAO one, GASPRICE the base fee', () => {
  expect(returned(run({ code: assemble(`NUMBER ${RETURN}`) }))).toBe(0x12c04c1n);
  expect(returned(run({ code: assemble(`DIFFICULTY ${RETURN}`) }))).toBe(1n);
  expect(returned(run({ code: assemble(`GASPRICE ${RETURN}`) }))).toBe(GWEI / 100n);
});

test('gas for layer 1 is paid before the first instruction and is not refundable', () => {
  const gasAt = (dataGas: number) => returned(run({ code: assemble(`GAS ${RETURN}`), dataGas }));
  expect(gasAt(0) - gasAt(10_000)).toBe(10_000n);
  // Clearing a slot gives 4,800 back, of which a fifth of the gas without that of layer 1 is the most (EIP-3529).
  const cleared = run({ code: assemble('0 0 SSTORE STOP'), dataGas: 100_000, slots: 5n }).result;
  expect(cleared?.gasUsed).toBe(100_000 + 21_000 + 6 + 5_000 - 4_800);
});

test('calldata has no floor price', () => {
  const sent = transaction({ input: `0x${'ff'.repeat(1_000)}` });
  expect(run({ code: '00', mixHash: mixOf(40), sent, dataGas: 0 }).result?.gasUsed).toBe(21_000 + 16_000);
});

test('fees go to poster, network and infrastructure, and nothing is burnt', () => {
  const least = GWEI / 200n;
  const fees = run({ code: '00', slots: least }).result?.fees.map(({ to, wei }) => [
    Buffer.from(to ?? []).toString('hex'),
    wei,
  ]);
  expect(fees).toEqual([
    ['a4b00000000000000000000000000000000000f6', 10_000n * (GWEI / 100n)],
    [NETWORK.slice(2), 21_000n * (GWEI / 200n)],
    [INFRA.slice(2), 21_000n * least],
  ]);
});

test('where tips are collected, gas for layer 1 is sold at the price with the tip, and the tip is the network’s', () => {
  // OffchainLabs/nitro, arbos/tx_processor.go (GasChargingHook, EndTxHook): versions from 60, by a flag of the header.
  const fees = run({ code: '00', mixHash: mixOf(60, 1) }).result?.fees.map(({ kind, wei }) => [kind, wei]);
  const base = GWEI / 100n;
  expect(fees).toEqual([
    ['data', 10_000n * GWEI],
    ['base', 21_000n * base],
    ['priority', 21_000n * (GWEI - base)],
  ]);
});

test('a chain may have set a floor price for calldata since ArbOS 40', () => {
  const others = (version: number) => {
    const block = blockOf(mixOf(version));
    const rules = ARBITRUM.rulesAt(ONE, block);
    return rules.ok ? ARBITRUM.alsoPossible?.(ONE, block, rules.value) : undefined;
  };
  expect(others(32)).toEqual([]);
  expect(others(40)).toMatchObject([{ fork: Fork.prague, basis: 'receipt' }]);
  expect(others(40)?.[0]?.protocol?.hasNoDataFloor).toBeUndefined();
});

const callOf = (to: string, selector: string) =>
  assemble(
    `0x1${selector.slice(2)} 224 SHL 0 MSTORE 32 0 4 0 0 0x1${to} GAS CALL POP 0 MLOAD 0 MSTORE 32 0 RETURN`.replaceAll(
      '0x1',
      '0x',
    ),
  );

test('ArbSys answers what it reads nothing for', () => {
  const arbSys = `${'0'.repeat(38)}64`;
  const answer = (signature: string) => returned(run({ code: callOf(arbSys, toFunctionSelector(signature)) }));
  expect(answer('function arbBlockNumber()')).toBe(201_326_592n);
  expect(answer('function arbOSVersion()')).toBe(75n);
  expect(answer('function isTopLevelCall()')).toBe(1n);
  expect(answer('function wasMyCallersAddressAliased()')).toBe(0n);
});

test('ArbSys answers with hashes of the last 256 blocks of the chain itself (ArbSys.go, ArbBlockHash)', () => {
  const hashAt = (number: number) =>
    assemble(
      `0x2b407a82 224 SHL 0 MSTORE ${number} 4 MSTORE 32 0 36 0 0 100 GAS CALL POP 0 MLOAD 0 MSTORE 32 0 RETURN`,
    );
  const asked = (number: number) => {
    const { result } = run({ code: hashAt(number) });
    return Buffer.from(result?.output ?? []).toString('hex');
  };
  // The header says that of its parent.
  expect(`0x${asked(201_326_591)}`).toBe(MIX);
  expect(asked(201_326_336)).toBe(Buffer.from(hashOf(201_326_336)).toString('hex'));
  for (const number of [201_326_592, 201_326_335]) expect(() => asked(number)).toThrow(/not among the last 256/);
  const cost = (selector: string) =>
    run({ code: callOf(`${'0'.repeat(38)}64`, selector) }).result?.gasUsed ?? Number.NaN;
  const longer = run({ code: hashAt(201_326_591) }).result?.gasUsed ?? Number.NaN;
  // A word of arguments more, and the two instructions that write it (PUSH4, PUSH1: 3 each, MSTORE: 3 and a second word: 3).
  expect(longer - cost(toFunctionSelector('function arbBlockNumber()'))).toBe(3 + 12);
});

test.each([
  ['another method of ArbSys', `${'0'.repeat(38)}64`, /method 0x25e16063 of ArbSys/],
  ['ArbGasInfo', `${'0'.repeat(38)}6c`, /ArbGasInfo \(0x6c\)/],
  ['a program of Stylus', 'cc'.repeat(20), /program of Stylus/],
])('%s is named', (_, to, told) => {
  expect(() => run({ code: callOf(to, toFunctionSelector('function withdrawEth(address)')) })).toThrow(told);
});

/** HistoryStorageCodeArbitrum (go-ethereum of OffchainLabs, params/protocol_params.go). */
const HISTORY_CODE =
  '0x3373fffffffffffffffffffffffffffffffffffffffe1460605760203603605c575f3563a3b1b31d5f5260205f6004601c60645afa15605c575f51600181038211605c57816205ffd0910311605c576205ffd09006545f5260205ff35b5f5ffd5b5f356205ffd0600163a3b1b31d5f5260205f6004601c60645afa15605c575f5103065500';

test('since ArbOS 40 a block begins with the hash of its parent, by its own number', () => {
  const callsAt = (version: number) => {
    const block = blockOf(mixOf(version));
    const rules = ARBITRUM.rulesAt(ONE, block);
    if (!rules.ok) throw new Error(rules.error);
    const environment = toEnvironment(block, rules.value, new Map());
    return { environment, calls: ARBITRUM.systemCalls?.(block, environment, []) ?? [] };
  };
  expect(callsAt(32).calls).toEqual([]);
  const { environment, calls } = callsAt(40);
  const [call] = calls;
  // 201,326,591 mod 393,168.
  expect(calls.map(({ slots, written }) => [slots, written])).toEqual([[[24_575n], [BigInt(MIX)]]]);
  const state = new State();
  const execution = new SystemExecution(state, environment, call as SystemCall);
  const written: string[] = [];
  for (let stop = execution.run(1000); stop !== Stop.done; stop = execution.run(1000)) {
    const { missing } = state;
    if (missing?.kind === 'account') {
      const code = bytesToHex(missing.address).endsWith('2935') ? hexToBytes(HISTORY_CODE) : new Uint8Array();
      state.supplyAccount(missing.address, { balance: limbs(0n), nonce: 1n, code, exists: true });
    }
    if (missing?.kind === 'slot') {
      written.push(`${BigInt(bytesToHex(missing.key))}`);
      state.supplySlot(state.indexOfAddress(missing.address), missing.key, new Uint8Array(32));
    }
  }
  // Its own code writes the slot that was named.
  expect(written).toEqual(['24575']);
});

test('the hash of the newest block of layer 1 is that of the parent, where the block is the first to know of it', () => {
  // The number that ArbOS knows of is 0 here, below the header's.
  expect(returned(run({ code: assemble(`1 NUMBER SUB BLOCKHASH ${RETURN}`) }))).toBe(BigInt(MIX));
  expect(returned(run({ code: assemble(`NUMBER BLOCKHASH ${RETURN}`) }))).toBe(0n);
});

test('what ArbOS itself sent costs nothing, and deposits move ether', () => {
  const internal = transaction({ type: 0x6a, from: ARBOS, to: ARBOS, gas: 0 });
  expect(run({ code: '', sent: internal }).result).toMatchObject({ success: true, gasUsed: 0, fees: [] });
  const deposit = run({ code: '', sent: transaction({ type: 0x64, to: CONTRACT, gas: 0, value: 7n }) });
  expect(deposit.result).toMatchObject({ success: true, gasUsed: 0 });
  const { state } = deposit;
  expect(state.balance[state.indexOfAddress(Buffer.from(CONTRACT.slice(2), 'hex')) << 3]).toBe(7);
});

/** Of Arbitrum One, as its documentation and those of its providers show them. */
test.each<[number, Hash, Hex]>([
  [
    0x185f29e6,
    '0x61d48ab94f7fccf48f4baa3903781053f932feb466474c037736e910d7ca2afe' as Hash,
    '0x6bf6a42d000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000016ddb2700000000000000000000000000000000000000000000000000000000185f29e60000000000000000000000000000000000000000000000000000000000000000',
  ],
  [
    0x14e8a59a,
    '0x03dd259cba9ef03a0043700ff6aa27de5c96337ad410b3710b6482ca8a971fd0' as Hash,
    '0x6bf6a42d000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000015b88c40000000000000000000000000000000000000000000000000000000014e8a59a0000000000000000000000000000000000000000000000000000000000000000',
  ],
])('the first transaction of block %i has its hash', async (number, hash, input) => {
  await loadLibrary('secp256k1');
  const sent = transaction({ type: 0x6a, from: ARBOS, to: ARBOS, gas: 0, hash, input, blockNumber: number });
  const facts = {
    asked: hash,
    transaction: sent,
    receipt: {} as Receipt,
    block: blockOf(MIX) as Block,
    maker: 'family' as const,
  };
  const told = async (encoding = ARBITRUM.encoding) =>
    (await checkIdentity({ ...facts, encoding })).contradictions.join(' ');
  expect(await told()).not.toMatch(/do not have its hash/);
  const other = { ...facts, transaction: { ...sent, input: `${input.slice(0, -1)}1` as Hex } };
  expect((await checkIdentity({ ...other, encoding: ARBITRUM.encoding })).contradictions.join(' ')).toMatch(
    /do not have its hash/,
  );
});

// OffchainLabs/go-ethereum, core/types/arb_types.go: the fields in their order.
const TICKET = `0x${'71'.repeat(32)}` as Hash;
const made: readonly (readonly [type: number, fields: Parameters<typeof toRlp>[0], stated: object])[] = [
  [0x64, ['0xa4b1', TICKET, ALICE, CONTRACT, '0x07'], { value: 7n, rollup: { requestId: TICKET } }],
  [0x65, ['0xa4b1', ALICE, '0x05', '0x0b', '0x5208', CONTRACT, '0x', '0xab'], { nonce: 5, input: '0xab' }],
  [
    0x66,
    ['0xa4b1', TICKET, ALICE, '0x0b', '0x5208', CONTRACT, '0x07', '0xab'],
    { value: 7n, input: '0xab', rollup: { requestId: TICKET } },
  ],
  [
    0x68,
    ['0xa4b1', '0x', ALICE, '0x0b', '0x5208', CONTRACT, '0x07', '0xab', TICKET, NETWORK, '0x64', '0x02'],
    {
      value: 7n,
      input: '0xab',
      rollup: { ticketId: TICKET, refundTo: NETWORK, maxRefund: '0x64', submissionFeeRefund: '0x2' },
    },
  ],
  [
    0x69,
    [
      ...(['0xa4b1', TICKET, ALICE, '0x03', '0x0100', '0x0b', '0x5208', CONTRACT, '0x07', INFRA] as const),
      ...(['0x09', NETWORK, '0xab'] as const),
    ],
    {
      rollup: {
        ...{ requestId: TICKET, l1BaseFee: '0x3', depositValue: '0x100', retryTo: CONTRACT, retryValue: '0x7' },
        ...{ retryData: '0xab', beneficiary: INFRA, refundTo: NETWORK, maxSubmissionFee: '0x9' },
      },
    },
  ],
];

test.each(made)('a transaction of type %i has the bytes that its client hashes', (type, fields, more) => {
  const bytes = concatHex([`0x${type.toString(16)}`, toRlp(fields)]);
  const given = { type, gas: 21_000, maxFeePerGas: 11n, hash: keccak256(bytes) as Hash, ...more };
  expect(ARBITRUM.encoding?.transaction?.(transaction(given))).toBe(bytes);
  // A node that leaves something out is not said to lie.
  expect(ARBITRUM.encoding?.transaction?.(transaction({ ...given, hash: MIX }))).toBeUndefined();
});

// OffchainLabs/nitro, arbos/tx_processor.go, GasPriceOp and DropTip: the price is the base fee, whatever the sender offers.
test.each([
  [MIX, 0n],
  [mixOf(60, 1), GWEI],
])('a simulated transaction offers a tip only where blocks collect it (%s)', (mixHash, tip) => {
  const block = blockOf(mixHash);
  const rules = ARBITRUM.rulesAt(ONE, block);
  if (!rules.ok) throw new Error(rules.error);
  const step = { label: '', from: ALICE, to: CONTRACT, value: 0n, input: '0x', manner: 'paid', goesOn: false };
  const steps = [{ ...step, accounts: {}, expect: {} } as unknown as PlannedStep];
  const position = { place: 'end', block: block.number } as const;
  const plan = { networkId: ONE.id, position, blocks: [{ fields: {}, accounts: {}, steps }] };
  const [run] = prepareRun(plan as never, { block, rules: rules.value, blockTime: 1 }, new Map());
  expect(run?.steps[0]?.transaction.maxPriorityFeePerGas).toBe(tip);
});

/** Where ArbOS keeps a value: the page of its space, then the place in it (OffchainLabs/nitro, arbos/storage/storage.go). */
const slotIn = (space: Hex, place: number) =>
  `${keccak256(concatHex([space, `0x${'00'.repeat(31)}`])).slice(0, 64)}${place.toString(16).padStart(2, '0')}`;
const L1_PRICING = keccak256('0x00');
const L2_PRICING = keccak256('0x01');
const UNIT_PRICE = 2n * BLOCK.baseFee;

/** A transaction of which nothing states what it costs on layer 1. */
async function simulated(more: Partial<TransactionInput>, code: Hex = '0x', version = 20) {
  const rules = ARBITRUM.rulesAt(ONE, blockOf(mixOf(version)));
  if (!rules.ok) throw new Error(rules.error);
  const slots = {
    [slotIn('0x', 3)]: BigInt(NETWORK),
    [slotIn('0x', 6)]: 0n,
    [slotIn(L2_PRICING, 3)]: BLOCK.baseFee / 2n,
    [slotIn(L1_PRICING, 7)]: UNIT_PRICE,
    [slotIn(L2_PRICING, 1)]: 32_000_000n,
    [slotIn(L2_PRICING, 7)]: 40_000_000n,
  };
  const keyed = Object.fromEntries(Object.entries(slots).map(([key, value]) => [`0x${key.replace(/^0x/, '')}`, value]));
  return executeUnder(
    rules.value,
    {
      [ALICE]: { wei: 10n ** 24n },
      [CONTRACT]: { code },
      '0xa4b05fffffffffffffffffffffffffffffffffff': { slots: keyed },
    },
    {
      from: hexToBytes(ALICE),
      to: hexToBytes(CONTRACT),
      maxFeePerGas: BLOCK.baseFee,
      maxPriorityFeePerGas: 0n,
      ...more,
    },
  );
}

test('what nothing states of layer 1 is estimated at the price of ArbOS', async () => {
  const data = hexToBytes(`0x${'0011223344556677'.repeat(40)}`);
  const { result } = await simulated({ type: 2, data });
  const zeros = 40;
  const computed = 21_000 + 4 * zeros + 16 * (data.length - zeros);
  const posted = (result?.gasUsed ?? 0) - computed;
  // Sixteen units a byte; the data itself compresses to next to nothing, the rest is an envelope with a signature.
  const bytes = (BigInt(posted) * BLOCK.baseFee) / (16n * UNIT_PRICE);
  expect(bytes).toBeGreaterThan(110n);
  expect(bytes).toBeLessThan(220n);
  expect(result?.fees[0]).toMatchObject({ kind: 'data', wei: BigInt(posted) * BLOCK.baseFee, inGas: true });
  // A node counts 256 units and one percent more for what is not signed, a tenth for the price, an eighth less for gas.
  const generous = (await simulated({ type: 2, data, isEstimate: true })).result?.gasUsed ?? 0;
  const units = (16n * bytes + 256n) * 101n;
  // Seven eighths of 7 wei are 6 in whole wei.
  const expected = Number((units * UNIT_PRICE * 11n) / (100n * 10n * 6n));
  expect(Math.abs(generous - computed - expected)).toBeLessThan(5);
});

test.each([
  ['of a block, before version 50', 20, 32_000_000],
  ['of a transaction, since', 50, 40_000_000],
])('gas over the bound %s is held back and given back', async (_, version, bound) => {
  const code = assemble(`GAS ${RETURN}`);
  const { result } = await simulated({ gasLimit: 90_000_000n, dataGas: 7_000 }, `0x${code}`, version);
  const left = Number(BigInt(`0x${Buffer.from(result?.output ?? []).toString('hex')}`));
  // GAS is the first instruction and costs two; intrinsic gas counts for the bound of a transaction alone.
  expect(left).toBe(version < 50 ? bound - 2 : bound - 21_000 - 2);
  expect(result?.gasUsed).toBeLessThan(30_000);
});
