import { parse } from 'valibot';
import { keccak256, toRlp } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import type { Address, Hash, Hex, NetworkId } from '../../../../src/core/chain/primitives';
import { type Block, transactionOf } from '../../../../src/core/chain/transaction';
import type { ChainRules } from '../../../../src/core/evm/families/family';
import { loadFamily } from '../../../../src/core/evm/families/load-family';
import { loadLibrary } from '../../../../src/core/evm/precompiles/libraries';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { Stop } from '../../../../src/core/evm/run';
import { State } from '../../../../src/core/evm/state/state';
import { computeHeaderHash } from '../../../../src/core/proof/header';
import { Replay } from '../../../../src/core/replay/replay';
import { RowFlag, RowKind } from '../../../../src/core/trace/rows';
import { blockSchema } from '../../../../src/net/rpc/block-schema';
import { assemble, BLOCK, bytes, limbs, OTHER, SENDER, TARGET, transaction } from '../scene';
import { execute, hexOf } from './accounts-scene';

const POLYGON = await loadFamily('polygon');
const MAINNET = { id: 137 as NetworkId, name: 'Polygon' };
const AMOY = { id: 80002 as NetworkId, name: 'Amoy' };
const NATIVE = '0x0000000000000000000000000000000000001010';
const TRANSFER = '0xe6497e3ee548a3372136af2fcb0696db31fc6cf20260707645068bd3fe97f3c4';
const FEE = '0x4dfe1bbbcf077ddc3e01291eea2d5c70c2b422b415d95645b9adcfd678cb1d63';
const name = (address: Uint8Array) => `0x${Buffer.from(address).toString('hex').padStart(64, '0')}`;
const words = (...values: bigint[]) => `0x${values.map((value) => value.toString(16).padStart(64, '0')).join('')}`;

function rulesAt(number: number, network = MAINNET): ChainRules {
  const rules = POLYGON.rulesAt(network, { number, timestamp: 0 });
  if (!rules.ok) throw new Error(rules.error);
  return rules.value;
}

test('since Madhugiri a transaction has 2^25 gas at most, twice what Ethereum’s has', () => {
  // Release v2.5.0 of Bor. Lisovo, which took Osaka, kept it.
  const free = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
  const sent = (number: number, gasLimit: bigint) => () =>
    execute(rulesAt(number), {}, { ...free, gasLimit }, { gasLimit: 60_000_000, baseFee: 0n }).execution.result
      ?.gasUsed;
  for (const number of [80_084_800, 83_756_500]) {
    expect(sent(number, 33_554_432n)()).toBe(21_000);
    expect(sent(number, 33_554_433n)).toThrow('transaction gas limit too high');
  }
  expect(sent(80_084_799, 33_554_433n)()).toBe(21_000);
});

test('forks go by block, and take what Bor takes of them', () => {
  const nameOf = (fork: Fork) => Object.entries(Fork).find(([, value]) => value === fork)?.[0];
  const at = (number: number, network = MAINNET) => nameOf(rulesAt(number, network).fork);
  expect([3_394_999, 3_395_000, 14_750_000, 23_850_000, 50_523_000, 54_876_000, 73_440_256].map((n) => at(n))).toEqual([
    'petersburg',
    'istanbul',
    'berlin',
    'london',
    'shanghai',
    'cancun',
    'prague',
  ]);
  expect([at(83_756_499), at(83_756_500), at(5_423_599, AMOY), at(5_423_600, AMOY)]).toEqual([
    'prague',
    'osaka',
    'shanghai',
    'cancun',
  ]);
  // core/vm/contracts_test.go, precompiles by fork at the borders of both networks: point evaluation, secp256r1.
  const has = (number: number, address: bigint, network = MAINNET) => {
    const { fork, protocol } = rulesAt(number, network);
    if (protocol?.precompiles?.has(address)) return protocol.precompiles.get(address) !== undefined;
    return address === 0x0an ? fork >= Fork.cancun : fork >= Fork.osaka;
  };
  expect([80_084_799, 80_084_800, 83_756_499, 83_756_500].map((n) => has(n, 0x0an))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([54_875_999, 54_876_000, 83_756_500].map((n) => has(n, 0x100n))).toEqual([false, true, true]);
  expect([28_899_615, 28_899_616, 29_287_400, 33_634_700].map((n) => has(n, 0x100n, AMOY))).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect([33_634_700, 34_062_000].map((n) => has(n, 0x0an, AMOY))).toEqual([true, false]);
});

describe('logs of the protocol', () => {
  // Transaction 0xfdc5a29f… of Polygon, before London: the log as a node told it (itzmeanjan/ette, README).
  const sender = bytes('4d31abd8533c00436b2145795cc4cef207c3364f');
  const sealer = bytes('42eefcda06ead475cde3731b8eb138e88cd0bac3');
  const recorded =
    '0x' +
    '0000000000000000000000000000000000000000000000000000454b2247e200' +
    '0000000000000000000000000000000000000000000000001a96ae0b49dfc600' +
    '00000000000000000000000000000000000000000000003a0df005a45c3dd5dd' +
    '0000000000000000000000000000000000000000000000001a9668c02797e400' +
    '00000000000000000000000000000000000000000000003a0df04aef7e85b7dd';

  test('a fee is logged as a node of Polygon tells it', () => {
    const { logs, execution } = execute(
      rulesAt(14_000_000),
      {
        '4d31abd8533c00436b2145795cc4cef207c3364f': { balance: 0x1a96ae0b49dfc600n },
        '42eefcda06ead475cde3731b8eb138e88cd0bac3': { balance: 0x3a0df005a45c3dd5ddn },
        [Buffer.from(TARGET).toString('hex')]: { code: '5b' },
      },
      // 76,189 gas, for a gwei each: 21,000, four for each byte and one for JUMPDEST.
      {
        type: 0,
        from: sender,
        data: new Uint8Array(13_797),
        gasLimit: 100_000n,
        maxFeePerGas: 10n ** 9n,
        maxPriorityFeePerGas: 10n ** 9n,
      },
      { coinbase: sealer, baseFee: 0n },
    );
    expect(execution.result?.gasUsed).toBe(76_189);
    expect(logs).toEqual([
      { address: NATIVE, topics: [FEE, name(bytes(NATIVE.slice(2))), name(sender), name(sealer)], data: recorded },
    ]);
  });

  const ether = 10n ** 18n;
  const price = { maxFeePerGas: 30n, maxPriorityFeePerGas: 3n };

  test('each transfer of value where it happens, the fee last, and base fees to the contract that collects them', () => {
    const code = `0 0 0 0 7 0x PUSH GAS CALL STOP`.replace('0x PUSH', String(BigInt(hexOf(OTHER))));
    const coinbase = new Uint8Array(20).fill(0xdd);
    const { logs, balance, execution } = execute(
      rulesAt(83_756_500),
      {
        [Buffer.from(SENDER).toString('hex')]: { balance: ether },
        [Buffer.from(TARGET).toString('hex')]: { code: assemble(code) },
      },
      { value: 100n, gasLimit: 100_000n, ...price },
      { baseFee: 7n, coinbase },
    );
    const gas = BigInt(execution.result?.gasUsed ?? 0);
    const bought = ether - 100_000n * 10n;
    const topics = (event: string, from: Uint8Array, to: Uint8Array) => [
      event,
      name(bytes(NATIVE.slice(2))),
      name(from),
      name(to),
    ];
    expect(logs).toEqual([
      { address: NATIVE, topics: topics(TRANSFER, SENDER, TARGET), data: words(100n, bought, 0n, bought - 100n, 100n) },
      { address: NATIVE, topics: topics(TRANSFER, TARGET, OTHER), data: words(7n, 100n, 0n, 93n, 7n) },
      {
        address: NATIVE,
        topics: topics(FEE, SENDER, coinbase),
        data: words(3n * gas, ether, 0n, ether - 3n * gas, 3n * gas),
      },
    ]);
    expect(balance(bytes('3ef57def668054dd750bd260526105c4eeef104f'))).toBe(7n * gas);
    expect(balance(coinbase)).toBe(3n * gas);
  });

  test('a call that fails takes its transfers back, and its fee is logged all the same', () => {
    const { logs } = execute(
      rulesAt(73_440_256),
      {
        [Buffer.from(SENDER).toString('hex')]: { balance: ether },
        [Buffer.from(TARGET).toString('hex')]: { code: assemble('0 0 REVERT') },
      },
      { value: 100n, gasLimit: 100_000n, ...price },
    );
    expect(logs.map(({ topics }) => topics[0])).toEqual([FEE]);
  });

  test('to oneself nothing changes, without a tip there is no fee to log, and SELFDESTRUCT says nothing', () => {
    const self = execute(
      rulesAt(73_440_256),
      { [Buffer.from(SENDER).toString('hex')]: { balance: ether } },
      { to: SENDER, value: 5n, gasLimit: 21_000n, maxFeePerGas: 7n, maxPriorityFeePerGas: 0n },
    );
    const left = ether - 7n * 21_000n;
    expect(self.logs.map(({ data }) => data)).toEqual([words(5n, left, left, left, left)]);
    const destroyed = execute(
      rulesAt(73_440_256),
      {
        [Buffer.from(SENDER).toString('hex')]: { balance: ether },
        [Buffer.from(TARGET).toString('hex')]: { balance: 9n, code: assemble('CALLER SELFDESTRUCT') },
      },
      { gasLimit: 100_000n, maxFeePerGas: 7n, maxPriorityFeePerGas: 0n },
    );
    expect(destroyed.logs).toEqual([]);
  });

  /** Replays a call with value of an account with this code. */
  const replayed = (code: string) => {
    const state = new State();
    const { protocol, fork } = rulesAt(73_440_256);
    const environment = { ...BLOCK, fork, ...(protocol && { protocol }) };
    const replay = new Replay(state, environment, transaction({ value: 1n, ...price }));
    while (replay.run(1000) !== Stop.done) {
      const { missing } = state;
      if (missing?.kind !== 'account') throw new Error('only accounts are missing');
      const runs = missing.address.every((byte, at) => byte === TARGET[at]) ? code : '';
      state.supplyAccount(missing.address, { balance: limbs(ether), nonce: 0n, code: bytes(runs), exists: true });
    }
    return { ...replay.finish().rows, logs: replay.result?.logs.length };
  };

  test('in the tree, the fee stands below the call of the transaction', () => {
    const { kind, parent } = replayed('');
    expect([...kind]).toEqual([RowKind.call, RowKind.log, RowKind.log]);
    expect([...parent]).toEqual([-1, 0, 0]);
  });

  test('where the call fails, its transfer is undone and the fee stays', () => {
    const { kind, flags, logs } = replayed(assemble('0 0 REVERT'));
    expect([...kind]).toEqual([RowKind.call, RowKind.log, RowKind.log]);
    expect([...flags]).toEqual([RowFlag.failed, RowFlag.undone, 0]);
    expect(logs).toBe(1);
  });
});

describe('prices since Chicago (PIP-88)', () => {
  const used = (code: string, slots: Readonly<Record<string, bigint>>, number: number) => {
    const { execution } = execute(
      rulesAt(number),
      {
        [Buffer.from(SENDER).toString('hex')]: { balance: 10n ** 18n },
        [Buffer.from(TARGET).toString('hex')]: { code: assemble(code), slots },
      },
      { gasLimit: 200_000n, maxFeePerGas: 7n, maxPriorityFeePerGas: 0n },
    );
    return { gas: execution.result?.spent.executed ?? 0, refund: execution.result?.refund };
  };
  const SLOT = { [`0x${'1'.padStart(64, '0')}`]: 0x42n };

  // core/vm/operations_acl_test.go, TestPIP88SStoreGas.
  test.each([
    ['1 SLOAD', SLOT, 3 + 5460, 0],
    ['1 SLOAD 1 SLOAD', SLOT, 2 * 3 + 5460 + 100, 0],
    ['2 1 SSTORE', SLOT, 6 + 5000, 0],
    ['1 SLOAD 2 1 SSTORE', SLOT, 9 + 5460 + 5000 - 2940, 0],
    ['2 1 SSTORE', {}, 6 + 2940 + 20000, 0],
    ['0 1 SSTORE', SLOT, 6 + 5000 - 1, 3960],
    ['66 1 SSTORE', SLOT, 6 + 2940 + 100, 0],
    ['2 1 SSTORE 66 1 SSTORE', SLOT, 12 + 5000 + 100, 5000 - 2940 - 100],
  ] as const)('%s', (code, slots, gas, refund) => {
    // PUSH1 0 is PUSH1 here, and costs three.
    expect(used(code, slots, 87_218_600)).toEqual({ gas: code.startsWith('0 ') ? gas + 1 : gas, refund });
  });

  test('the block before has those of EIP-2929', () => {
    expect(used('1 SLOAD', SLOT, 87_218_599).gas).toBe(3 + 2100);
    expect(used('0 1 SSTORE', SLOT, 87_218_599).refund).toBe(4800);
  });

  // params/protocol_params.go; the discounts of many points are those of EIP-2537.
  test.each([
    [0x06, 0, 540],
    [0x07, 0, 12_600],
    [0x08, 0, 67_500],
    [0x08, 192, 67_500 + 51_000],
    [0x0b, 256, 1050],
    [0x0c, 160, 73_200],
    [0x0d, 512, 1620],
    [0x0e, 288, 144_000],
    [0x0e, 3 * 288, 144 * 3 * 923],
    [0x0f, 384, 109_330 + 94_540],
    [0x10, 64, 15_400],
    [0x11, 128, 66_640],
  ])('the precompile at %i with %i zeros', async (address, length, price) => {
    await Promise.all([loadLibrary('bn254'), loadLibrary('bls12')]);
    const contract = rulesAt(87_218_600).protocol?.precompiles?.get(BigInt(address));
    const input = new Uint8Array(length);
    expect(contract?.run(input, price, Fork.osaka)).toMatchObject({ ok: true, gas: price });
    expect(contract?.run(input, price - 1, Fork.osaka)).toEqual({ ok: false });
  });

  test('a round of BLAKE2 costs 22', async () => {
    await loadLibrary('blake2');
    const input = new Uint8Array(213);
    input[3] = 12;
    const contract = rulesAt(87_218_600).protocol?.precompiles?.get(9n);
    expect(contract?.run(input, 1000, Fork.osaka)).toMatchObject({ ok: true, gas: 264 });
    expect(contract?.run(input, 263, Fork.osaka)).toEqual({ ok: false });
  });
});

const KEY = `0x${'46'.repeat(32)}` as const;
const HEADER = {
  networkId: MAINNET.id,
  hash: `0x${'aa'.repeat(32)}` as Hash,
  number: 60_000_000,
  parentHash: `0x${'11'.repeat(32)}` as Hash,
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' as Hash,
  miner: '0x0000000000000000000000000000000000000000' as Address,
  stateRoot: `0x${'22'.repeat(32)}` as Hash,
  transactionsRoot: `0x${'33'.repeat(32)}` as Hash,
  receiptsRoot: `0x${'44'.repeat(32)}` as Hash,
  logsBloom: `0x${'00'.repeat(256)}` as Hex,
  difficulty: 21n,
  gasLimit: 30_000_000,
  gasUsed: 21_000,
  timestamp: 1_700_000_000,
  mixHash: `0x${'00'.repeat(32)}` as Hash,
  nonce: '0x0000000000000000' as Hex,
  baseFeePerGas: 30n,
  transactions: [],
} satisfies Block;

/** Seals the header as consensus/bor/bor.go does (encodeSigHeader): everything but the seal is hashed. */
async function sealed(): Promise<Block> {
  const vanity = `0x${'d8'.repeat(32)}` as const;
  const hash = keccak256(
    toRlp([
      ...[HEADER.parentHash, HEADER.sha3Uncles, HEADER.miner, HEADER.stateRoot, HEADER.transactionsRoot],
      ...([HEADER.receiptsRoot, HEADER.logsBloom, '0x15', '0x03938700', '0x01c9c380', '0x5208', '0x6553f100'] as const),
      ...([vanity, HEADER.mixHash, HEADER.nonce, '0x1e'] as const),
    ]),
  );
  const { r, s, yParity } = await sign({ hash, privateKey: KEY });
  const seal = `${[r, s].map((half) => half.slice(2).padStart(64, '0')).join('')}0${yParity}`;
  return { ...HEADER, extraData: `${vanity}${seal}` as Hex };
}

test('the coinbase is who sealed the block, since Rio one account, and DIFFICULTY is the header’s', async () => {
  const block = await sealed();
  const { coinbase, random } = POLYGON.environment?.(block, rulesAt(block.number ?? 0)) ?? {};
  expect(coinbase && hexOf(coinbase)).toBe(privateKeyToAccount(KEY).address.toLowerCase());
  expect(random).toBe(21n);
  const later = POLYGON.environment?.({ ...block, number: 77_414_656 }, rulesAt(77_414_656)).coinbase;
  expect(later && hexOf(later)).toBe('0x7ee41d8a25641000661b1ef5e6ae8a00400466b0');
  expect(POLYGON.environment?.({ ...block, extraData: '0x' }, rulesAt(60_000_000)).coinbase).toBeUndefined();
});

test('there are no blobs, and what comes in from Ethereum is not executed', () => {
  const { protocol } = rulesAt(83_756_500);
  expect(protocol?.undefinedOpcodes).toEqual([0x49, 0x4a]);
  const zero = HEADER.miner;
  const stated = {
    networkId: MAINNET.id,
    hash: HEADER.hash,
    from: zero,
    to: zero,
    nonce: 0,
    value: 0n,
    input: '0x',
    gas: 0,
  } as const;
  const [before, since] = [0, 0x7f].map((type) => transactionOf({ ...stated, type }));
  for (const each of [before, since])
    expect(each && POLYGON.input?.(each, HEADER)).toMatchObject({
      ok: false,
      error: expect.stringContaining('came in from Ethereum'),
    });
  // Before Madhugiri no header commits to them.
  expect([before, since].map((each) => each && POLYGON.encoding?.isOutside?.(each))).toEqual([true, false]);
});

/** Block 50,000,000 without its 564 transactions (subsquid/squid-sdk, evm/evm-rpc/test/fixtures). */
const RECORDED = {
  baseFeePerGas: '0x18b525e260',
  difficulty: '0x15',
  extraData:
    '0xd78301000683626f7288676f312e32302e38856c696e75780000000000000000b6c6f13270d722c179f577c7669e775841f090e7dc37640e3da15ba28dbaef472f1b963fc7b3ca1b884cc23cb2b302ec1ce6e8bf0a9164d8181407e0d7a2f79801',
  gasLimit: '0x1c31a8c',
  gasUsed: '0x18ec928',
  hash: '0xed6bc55bb3fbf391fb47a96bb0327906a2dab5f50c1330f89684b79a5195efaa',
  logsBloom:
    '0xdb3a9cb765f57e3ef6b760d1fcaf4eba4bcb5b44c56fb1e838f7f87de18fe9775a2ef30addeb605b5be3e9bfbfd64ccdfab7fdf7ddaee92af58e337f81bee788f869fe176d0bf9db44e9b6dfc86ae9f8962727becd5eb1f2f3078f96dacd3e07eddc79d61bf34e6081a7f9236d997b89fb8901c7c6b1ba75f1b1c7fdf6d9ff3d07776d7e39ec6abd7e2199e265b2e15f79bfadf1afc6a38fafcf1a70f6d55bda6e430b2bf253df0f3874fd44da9090cf4877bf90666bd9a8b42a932fd6808cde5dadbd3311bfecc7ff73025a4e30bca9eb710e22cd6eddc9fd7fe22a3c7bf99e189a8de36bab08ccf50d6efd3e87f935d9ec26776bcf44dfbc3db96d2b9c9b6b',
  miner: '0x0000000000000000000000000000000000000000',
  mixHash: '0x0000000000000000000000000000000000000000000000000000000000000000',
  nonce: '0x0000000000000000',
  number: '0x2faf080',
  parentHash: '0xafe719f6ca102ab7b7b9fd367688e73a777d02d21d6a692a8ff6a6eb3c2f7c27',
  receiptsRoot: '0xbbdeef8478f908a12f86b906c43a4f0ef2bb62226ccae6af1e34668488ca8323',
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  stateRoot: '0xf48ab66c3b39fcf8415ba3f787a529900795b307337fc244949eed20f10de6dc',
  timestamp: '0x65559991',
  transactionsRoot: '0x9434da2710a11e1a5c3b61f7feb0dd5a75520befe5a6ccc1be4de14251f00869',
  transactions: [],
};

test('a recorded header has its hash, and was sealed by whom the events of its fees name', async () => {
  await loadLibrary('secp256k1');
  const block = parse(blockSchema(MAINNET.id), RECORDED);
  expect(computeHeaderHash(block, POLYGON.encoding)).toBe(RECORDED.hash);
  const coinbase = POLYGON.environment?.(block, rulesAt(50_000_000))?.coinbase;
  expect(coinbase && hexOf(coinbase)).toBe('0x9ead03f7136fc6b4bdb0780b00a1c14ae5a8b6d0');
});

test('a recorded event of a fee has the tip, and both balances as if nothing but it had changed', () => {
  // Transaction 0 of that block, which failed: 66,787 gas at 0x13261566b508 wei.
  const [sender, sealer] = ['2c61d22af7b615d7d41def680b6edac29076709d', '9ead03f7136fc6b4bdb0780b00a1c14ae5a8b6d0'];
  const { logs, execution } = execute(
    rulesAt(50_000_000),
    {
      [sender]: { balance: 0x1fb6dc9eb87aa9d5bn },
      [sealer]: { balance: 0xabbd0d2e5157b9d93b7n },
      [Buffer.from(TARGET).toString('hex')]: { code: '5b60006000fd' },
    },
    // 21,000, four for each byte, and seven for what fails.
    {
      ...{ from: bytes(sender), data: new Uint8Array(11_445), gasLimit: 0xf424en },
      ...{ maxFeePerGas: 0x132c9b0f39c2n, maxPriorityFeePerGas: 0x130d6040d2a8n },
    },
    { coinbase: bytes(sealer), baseFee: 0x18b525e260n },
  );
  expect(execution.result).toMatchObject({ success: false, gasUsed: 66_787 });
  const recorded = [0x136a7a9e2f6d6af8n, 0x1fb6dc9eb87aa9d5bn, 0xabbd0d2e5157b9d93b7n, 0x1e8034f4d583d3263n] as const;
  expect(logs.map(({ data }) => data)).toEqual([words(...recorded, 0xabbe43d5fb3ab0afeafn)]);
});
