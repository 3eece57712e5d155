/** Blocks of families of which none is recorded with its state, as their headers look, and what their rules ask for by hand. */
import { brotliCompressSync, constants } from 'node:zlib';
import { hexToBytes, keccak256, toRlp } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { encodeRawTransaction } from '../../../src/core/chain/raw-transaction';
import { rlpScalar } from '../../../src/core/chain/rlp';
import { type EthereumTransaction, type Transaction, transactionOf } from '../../../src/core/chain/transaction';
import { EMPTY_TRIE_ROOT } from '../../../src/core/proof/trie';
import { type MadeUp, type Placed, PRICE, signedTransaction, wordOf } from './made-up-block';

type Fee = { kind: 'base' | 'priority' | 'data' | 'operator'; wei: bigint; to?: Address };

export type MadeUpFamily = MadeUp & {
  /** The level that its transactions reach; proven where it is absent. */
  least?: 'compared';
  /** Gas of the call: what Anvil counts for it, and what the family adds. */
  gas: number;
  /** Returns the fees of the call and who receives them; a node sorts them as they are paid. */
  fees: (gas: bigint) => readonly Fee[];
  /** Value that NUMBER returns. */
  seen: bigint;
  /** First topics of the events of the call, in order. */
  topics: readonly string[];
};

const GWEI = 1_000_000_000n;
const TIP = PRICE.maxPriorityFeePerGas;
/** Gas of the call, as Anvil of Prague counts it: clearing a slot gives 4800 back. */
const GAS = 79_500;
const REFUND = 4800;
const ZERO = `0x${'00'.repeat(32)}` as Hash;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const NOTHING: readonly string[] = [TRANSFER];

const CANCUN = {
  withdrawalsRoot: EMPTY_TRIE_ROOT as Hash,
  blobGasUsed: 0,
  excessBlobGas: 0,
  parentBeaconBlockRoot: ZERO,
};
/** sha256 of nothing (EIP-7685). */
const NO_REQUESTS = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' as Hash;
const PRAGUE = { ...CANCUN, requestsHash: NO_REQUESTS };

const BLACK_HOLE = '0x0100000000000000000000000000000000000000' as Address;
/** In whose name the protocol of several chains acts. */
const SYSTEM = '0xfffffffffffffffffffffffffffffffffffffffe' as Address;
const BSC_KEY: Hex = `0x${'22'.repeat(32)}`;
const BSC_VALIDATORS = '0x0000000000000000000000000000000000001000' as Address;
const GNOSIS_COLLECTOR = '0x6bbe78ee9e474842dbd4ab4987b3cefe88426a92' as Address;
const POLYGON_COLLECTOR = '0x7a8ed27f4c30512326878652d20fc85727401854' as Address;
const POLYGON_COINBASE = '0x7ee41d8a25641000661b1ef5e6ae8a00400466b0' as Address;
const LOG_TRANSFER = '0xe6497e3ee548a3372136af2fcb0696db31fc6cf20260707645068bd3fe97f3c4';
const LOG_FEE_TRANSFER = '0x4dfe1bbbcf077ddc3e01291eea2d5c70c2b422b415d95645b9adcfd678cb1d63';
const CELO_FEE_HANDLER = '0xcd437749e43a154c07f3553504c68fbfd56b8778' as Address;
const BERACHAIN_DISTRIBUTOR = '0xd2f19a79b026fb636a7c300bf5947df113940761' as Address;
/** A key of BLS signatures. */
const PROPOSER: Hex = `0x${'b1'.repeat(48)}`;
const MAKER = `0x${'ab'.repeat(20)}` as Address;

/** Address of a contract that each chain of the OP Stack begins with: the vaults of tips, base fees, data and the operator; L1Block, and Mantle's GasPriceOracle. */
const predeploy = (low: number) => `0x42${low.toString(16).padStart(38, '0')}` as Address;

/** What L1Block says data costs, and the operator asks for. */
const L1_BLOCK_SLOTS: readonly (readonly [bigint, bigint])[] = [
  [1n, GWEI],
  [3n, (2n << 96n) | (3n << 64n)],
  [7n, 10_000_000n],
  [8n, (1000n << 64n) | 5000n],
];
const GIVEN_BACK = 2500;

const ARBOS = '0x00000000000000000000000000000000000a4b05' as Address;
const ARBOS_STATE = '0xa4b05fffffffffffffffffffffffffffffffffff' as Address;
/** keccak256 of 31 zero bytes without its last byte, and 3: where ArbOS keeps the account of the network. */
const NETWORK_SLOT = 0x15fed0451499512d95f3ec5a41c878b9de55f21878b5b4e190d4667ec709b403n;
const NETWORK = `0x${'dd'.repeat(20)}` as Address;
const POSTERS = '0xa4b00000000000000000000000000000000000f6' as Address;
const L1_BLOCK = 20_700_000;
const ARBITRUM_FEE = GWEI / 100n;
/** keccak256 of keccak256(0x00) and 31 zero bytes without its last byte, and 7: where ArbOS keeps what a unit costs. */
const UNIT_SLOT = BigInt(`${keccak256(`${keccak256('0x00')}${'00'.repeat(31)}`).slice(0, 64)}07`);
/** Gas for a byte of what the encoder of its nodes makes of a transaction: 16 units of so many wei. */
const BYTE_GAS = 100;
const UNIT_PRICE = (BigInt(BYTE_GAS) * ARBITRUM_FEE) / 16n;
/** Gas for the data of the call, of which the encoder makes 124 bytes. */
const L1_GAS = 124 * BYTE_GAS;

/** An account of layer 1, as it is seen here, with ether for what it sends. */
const ALIASED = `0x${'a1'.repeat(20)}` as Address;
const CALLED = `0x${'c1'.repeat(20)}` as Address;
const REQUEST = `0x${'71'.repeat(32)}` as Hash;

export const MADE_UP: Readonly<Record<string, MadeUpFamily>> = {
  arbitrum: {
    header: {
      networkId: 42161,
      number: 250_000_000,
      timestamp: 1_726_000_000,
      miner: '0xa4b000000000000000000073657175656e636572' as Address,
      difficulty: 1n,
      baseFeePerGas: ARBITRUM_FEE,
      extraData: ZERO,
      // The block of layer 1 and version 32 of ArbOS.
      mixHash: wordOf([8, 1], [8, L1_BLOCK], [8, 32], [8, 0]),
      rollup: { l1BlockNumber: `0x${L1_BLOCK.toString(16)}`, sendCount: '0x1', sendRoot: ZERO },
    },
    accounts: [
      {
        address: ARBOS_STATE,
        nonce: 1,
        slots: [
          [NETWORK_SLOT, BigInt(NETWORK)],
          [UNIT_SLOT, UNIT_PRICE],
        ],
      },
      { address: ALIASED, wei: 10n ** 18n },
      // Keeps its caller in slot 0.
      { address: CALLED, nonce: 1, code: '0x33600055' },
    ],
    first: (placed) => [blockStart(placed(0)), ...fromLayer1(placed)],
    statedFees: (_, transaction) => ({
      gasUsedForL1: `0x${(transaction.type > 4 ? 0 : postingGas(transaction)).toString(16)}`,
    }),
    gas: GAS + L1_GAS,
    fees: (gas) => [
      { kind: 'data', wei: BigInt(L1_GAS) * ARBITRUM_FEE, to: POSTERS },
      { kind: 'base', wei: (gas - BigInt(L1_GAS)) * ARBITRUM_FEE, to: NETWORK },
    ],
    seen: BigInt(L1_BLOCK),
    topics: NOTHING,
  },
  polygon: {
    header: {
      networkId: 137,
      number: 78_000_000,
      timestamp: 1_760_000_000,
      difficulty: 21n,
      baseFeePerGas: 30n * GWEI,
      extraData: `0x${'00'.repeat(97)}`,
    },
    gas: GAS,
    fees: (gas) => [
      { kind: 'base', wei: gas * 30n * GWEI, to: POLYGON_COLLECTOR },
      { kind: 'priority', wei: gas * TIP, to: POLYGON_COINBASE },
    ],
    seen: 78_000_000n,
    topics: [LOG_TRANSFER, TRANSFER, LOG_TRANSFER, LOG_FEE_TRANSFER],
  },
  bnbSmartChain: {
    header: {
      networkId: 56,
      number: 51_000_000,
      timestamp: 1_750_000_000,
      miner: privateKeyToAccount(BSC_KEY).address.toLowerCase() as Address,
      difficulty: 2n,
      baseFeePerGas: 0n,
      extraData: `0x${'00'.repeat(97)}`,
      ...PRAGUE,
    },
    accounts: [{ address: BSC_VALIDATORS, nonce: 1, code: '0x00' }],
    last: systemReward,
    gas: GAS,
    fees: (gas) => [{ kind: 'priority', wei: gas * TIP, to: SYSTEM }],
    seen: 51_000_000n,
    topics: NOTHING,
  },
  gnosis: {
    header: {
      networkId: 100,
      number: 43_000_000,
      timestamp: 1_765_000_000,
      miner: MAKER,
      baseFeePerGas: GWEI,
      ...PRAGUE,
    },
    gas: GAS,
    fees: (gas) => [
      { kind: 'base', wei: gas * GWEI, to: GNOSIS_COLLECTOR },
      { kind: 'priority', wei: gas * TIP, to: MAKER },
    ],
    seen: 43_000_000n,
    topics: NOTHING,
  },
  mantle: {
    header: {
      networkId: 5000,
      number: 95_000_000,
      timestamp: 1_780_000_000,
      miner: predeploy(0x11),
      baseFeePerGas: GWEI / 50n,
      extraData: '0x01000000fa000000060000000000000000',
      ...PRAGUE,
    },
    accounts: [
      // 3,000 MNT pay for an ether.
      { address: predeploy(0x0f), nonce: 1, slots: [[0n, 3000n]] },
      { address: predeploy(0x15), nonce: 1, slots: L1_BLOCK_SLOTS },
    ],
    gas: GAS,
    fees: (gas) => [
      { kind: 'base', wei: (gas * GWEI) / 50n, to: predeploy(0x19) },
      { kind: 'priority', wei: gas * TIP, to: predeploy(0x11) },
      // A hundred bytes, the least, at 16 times 2 gwei and 30,000,000 wei for a million of them.
      { kind: 'data', wei: 3_203_000n * 3000n, to: predeploy(0x1a) },
      { kind: 'operator', wei: gas * 1000n * 100n + 5000n, to: predeploy(0x1b) },
    ],
    seen: 95_000_000n,
    topics: NOTHING,
  },
  opStack: {
    header: {
      networkId: 10,
      number: 160_000_000,
      timestamp: 1_800_000_000,
      miner: predeploy(0x11),
      baseFeePerGas: GWEI / 50n,
      extraData: '0x01000000fa000000060000000000000000',
      ...PRAGUE,
    },
    accounts: [{ address: predeploy(0x15), nonce: 1, slots: L1_BLOCK_SLOTS }],
    // The maker gives the call what reaching an account first costs more, and the payment nothing.
    statedFees: (index) => (index === 0 ? { opGasRefund: `0x${GIVEN_BACK.toString(16)}` } : {}),
    last: postExec,
    gas: GAS - GIVEN_BACK,
    fees: (gas) => [
      { kind: 'base', wei: (gas * GWEI) / 50n, to: predeploy(0x19) },
      { kind: 'priority', wei: gas * TIP, to: predeploy(0x11) },
      { kind: 'data', wei: 3_203_000n, to: predeploy(0x1a) },
      { kind: 'operator', wei: gas * 1000n * 100n + 5000n, to: predeploy(0x1b) },
    ],
    seen: 160_000_000n,
    topics: NOTHING,
  },
  avalanche: {
    header: {
      networkId: 43114,
      number: 60_000_000,
      timestamp: 1_740_000_000,
      miner: BLACK_HOLE,
      difficulty: 1n,
      baseFeePerGas: 25n * GWEI,
      blobGasUsed: 0,
      excessBlobGas: 0,
      parentBeaconBlockRoot: ZERO,
      rollup: { extDataHash: EMPTY_TRIE_ROOT, extDataGasUsed: '0x0', blockGasCost: '0x0' },
    },
    // Nothing is given back.
    gas: GAS + REFUND,
    fees: (gas) => [
      { kind: 'base', wei: gas * 25n * GWEI, to: BLACK_HOLE },
      { kind: 'priority', wei: gas * TIP, to: BLACK_HOLE },
    ],
    seen: 60_000_000n,
    topics: NOTHING,
  },
  celo: {
    header: {
      networkId: 42220,
      number: 70_000_000,
      timestamp: 1_780_000_000,
      miner: predeploy(0x11),
      baseFeePerGas: 25n * GWEI,
      // Between 400 and 5, and at least 25 gwei.
      extraData: '0x01000001900000000500000005d21dba00',
      ...PRAGUE,
    },
    accounts: [{ address: predeploy(0x15), nonce: 1, slots: [] }],
    gas: GAS,
    fees: (gas) => [
      { kind: 'base', wei: gas * 25n * GWEI, to: CELO_FEE_HANDLER },
      { kind: 'priority', wei: gas * TIP, to: predeploy(0x11) },
    ],
    seen: 70_000_000n,
    topics: NOTHING,
  },
  linea: {
    header: {
      networkId: 59144,
      number: 28_000_000,
      timestamp: 1_770_000_000,
      miner: MAKER,
      baseFeePerGas: 7n,
      ...PRAGUE,
    },
    gas: GAS,
    fees: (gas) => [
      { kind: 'base', wei: gas * 7n },
      { kind: 'priority', wei: gas * TIP, to: MAKER },
    ],
    seen: 28_000_000n,
    topics: NOTHING,
  },
  berachain: {
    header: {
      networkId: 80094,
      number: 26_000_000,
      timestamp: 1_787_000_000,
      miner: MAKER,
      baseFeePerGas: GWEI,
      ...PRAGUE,
      rollup: { parentProposerPubkey: PROPOSER },
    },
    accounts: [{ address: BERACHAIN_DISTRIBUTOR, nonce: 1, code: '0x00' }],
    first: (placed) => [liquidity(placed(0))],
    least: 'compared',
    gas: GAS,
    fees: (gas) => [
      { kind: 'base', wei: gas * GWEI },
      { kind: 'priority', wei: gas * TIP, to: MAKER },
    ],
    seen: 26_000_000n,
    topics: NOTHING,
  },
  frontier: {
    header: {
      networkId: 3338,
      number: 7_000_000,
      timestamp: 1_757_000_000,
      miner: MAKER,
      baseFeePerGas: 50n * GWEI,
    },
    least: 'compared',
    gas: GAS,
    fees: (gas) => [
      { kind: 'base', wei: gas * 50n * GWEI },
      { kind: 'priority', wei: gas * TIP, to: MAKER },
    ],
    seen: 7_000_000n,
    topics: NOTHING,
  },
};

/** Makes the call that every block of Berachain begins with: distributeFor(bytes) of the key of who proposed the one before. */
function liquidity(placed: Placed) {
  const padded = `${PROPOSER.slice(2)}${'00'.repeat(16)}`;
  const input: Hex = `0x163ac6d5${wordOf([32, 32]).slice(2)}${wordOf([32, 48]).slice(2)}${padded}`;
  // Its receipt is made of what was paid: nothing.
  const [nonce, gas, gasPrice] = [placed.blockNumber - 1, 30_000_000, 0n];
  const fields = [
    rlpScalar(placed.networkId),
    SYSTEM,
    BERACHAIN_DISTRIBUTOR,
    ...[nonce, gas, gasPrice].map(rlpScalar),
    input,
  ];
  return transactionOf({
    ...placed,
    hash: keccak256(`0x7e${toRlp(fields as Hex[]).slice(2)}`) as Hash,
    ...{ type: 0x7e, chainId: placed.networkId, from: SYSTEM, to: BERACHAIN_DISTRIBUTOR },
    ...{ nonce, gas, gasPrice, value: 0n, input },
  });
}

/** Makes the call that ArbOS begins every block with: startBlock(uint256,uint64,uint64,uint64). */
function blockStart(placed: Placed) {
  const input: Hex = `0x6bf6a42d${[GWEI, BigInt(L1_BLOCK), 1n, 1n].map((each) => each.toString(16).padStart(64, '0')).join('')}`;
  const hash = keccak256(`0x6a${toRlp([rlpScalar(placed.networkId), input]).slice(2)}`) as Hash;
  return transactionOf({
    ...placed,
    hash,
    type: 0x6a,
    chainId: placed.networkId,
    from: ARBOS,
    to: ARBOS,
    nonce: 0,
    gas: 0,
    value: 0n,
    gasPrice: 0n,
    input,
  });
}

/** Makes what came from layer 1: ether, a call by an account and one by a contract (core/types/arb_types.go). */
function fromLayer1(placed: (index: number) => Placed): Transaction[] {
  const chain = rlpScalar(42161);
  const price = 2n * ARBITRUM_FEE;
  const gas = 200_000;
  const input: Hex = '0x12345678';
  const call = [rlpScalar(price), rlpScalar(gas), CALLED, rlpScalar(0), input];
  const made: readonly [type: number, fields: readonly Hex[], stated: object][] = [
    [0x64, [chain, REQUEST, ALIASED, CALLED, rlpScalar(7)], { value: 7n, gas: 0 }],
    [0x65, [chain, ALIASED, rlpScalar(0), ...call], {}],
    [0x66, [chain, REQUEST, ALIASED, ...call], {}],
  ];
  return made.map(([type, fields, stated], at) =>
    transactionOf({
      ...placed(1 + at),
      hash: keccak256(`0x${type.toString(16)}${toRlp(fields as Hex[]).slice(2)}`) as Hash,
      ...{ type, chainId: 42161, from: ALIASED, to: CALLED, nonce: 0, gas, value: 0n, input, gasPrice: price },
      ...(type !== 0x65 && { rollup: { requestId: REQUEST } }),
      ...(type === 0x64 && { input: '0x' as Hex, gasPrice: 0n }),
      ...stated,
    } as never),
  );
}

/**
 * Makes the transaction that the maker of a block ends it with: fees go from the account of the system to the contract
 * of the validators.
 */
function systemReward(placed: Placed) {
  const gas = 2n ** 63n - 1n;
  const fields = {
    type: 'legacy',
    chainId: 56,
    nonce: 0,
    to: BSC_VALIDATORS,
    value: 1000n,
    gas,
    gasPrice: 0n,
  } as const;
  return signedTransaction(BSC_KEY, fields, placed);
}

/** Makes the transaction that may end a block since Lagoon: the version, the number of the block, and gas for the first transaction. */
function postExec(placed: Placed) {
  const entries = [[rlpScalar(0), rlpScalar(GIVEN_BACK)]];
  const input = toRlp([rlpScalar(1), rlpScalar(placed.blockNumber), entries]) as Hex;
  return transactionOf({
    ...placed,
    hash: keccak256(`0x7d${input.slice(2)}`) as Hash,
    type: 0x7d,
    from: `0x${'00'.repeat(20)}` as Address,
    nonce: 0,
    gas: 0,
    value: 0n,
    input,
  });
}

/** Gas for bringing a transaction to layer 1, by the encoder itself at the level that ArbOS sets. */
function postingGas(transaction: Transaction): number {
  const raw = hexToBytes(encodeRawTransaction(transaction as EthereumTransaction));
  return BYTE_GAS * brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }).length;
}
