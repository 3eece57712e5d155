/**
 * How chains count gas whose rules are tried, where that is known. A file of
 * its own, loaded when such a chain is opened. Sources: 0xsoniclabs/tosca,
 * go/processor/floria; evmos/evmos, x/evm/keeper/state_transition.go and
 * app/gas.go; ava-labs/avalanchego (1cf1fc3), graft/subnet-evm and graft/coreth,
 * core/state_transition.go; flare-foundation/go-flare (53f8b03), coreth/core;
 * XinFinOrg/XDPoSChain (4ef1d4f), core/state_transition.go, and its release
 * v3.0.0-testnet; kaiachain/kaia (c26bba7), blockchain/types/tx_internal_data.go
 * and params/config.go; iotexproject/iotex-core (c601296),
 * action/protocol/execution/evm/evm.go; sei-protocol/go-ethereum (53ce1db),
 * core/vm/operations_acl.go, with the price that its governance set;
 * category-labs/monad-revm (eecafe8), its readme and src/instructions.rs.
 */
import type { RuledBlock } from '../families/family';
import type { Protocol } from '../families/protocol';
import { ethereumPrecompile, type PrecompiledContract } from '../precompiles/table';
import type { TransactionInput } from '../transaction/transaction-input';
import { TRIED_PROTOCOL } from './tried-rules';

type Counting = (block: RuledBlock) => Protocol | undefined;

/** A tenth of what is left is charged, but of transactions of the protocol. */
const TENTH_OF_REST: Protocol = {
  ...TRIED_PROTOCOL,
  counted: ({ from, gasLimit }, used) => (from.every((byte) => byte === 0) ? used : used + (gasLimit - used) / 10n),
};
const HALF_OF_LIMIT: Protocol = {
  ...TRIED_PROTOCOL,
  gasUsed: ({ gasLimit }, used) => (used > gasLimit / 2n ? used : gasLimit / 2n),
};
/** The C-Chain's machine, in subnets and on Flare, gives nothing back. */
const NO_REFUND: Protocol = { ...TRIED_PROTOCOL, givesNoRefund: () => true };
/** The price of calldata before EIP-2028, on a machine that is newer. */
const DEAR_BYTES: Protocol = {
  ...TRIED_PROTOCOL,
  entryGas: ({ data }, { intrinsic, floor }) => ({ intrinsic: intrinsic + (68 - 16) * nonZeros(data), floor }),
};
/** Each byte of calldata costs the same. */
const EQUAL_BYTES: Protocol = {
  ...TRIED_PROTOCOL,
  entryGas: ({ data }, { intrinsic }) => ({ intrinsic: intrinsic + 100 * data.length - bytesGas(data), floor: 0 }),
};
/** A base of 10,000, for creations too; accounts and slots of a list, and authorisations, as on Ethereum. */
const IOTEX: Protocol = {
  ...TRIED_PROTOCOL,
  entryGas: ({ data, accessList, authorizationList }, { floor }) => {
    const keys = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0);
    const lists = 2400 * accessList.length + 1900 * keys + 25_000 * authorizationList.length;
    return { intrinsic: 10_000 + 100 * data.length + lists, floor };
  },
};
const SEI: Protocol = { ...TRIED_PROTOCOL, prices: { storeSet: 72_000 } };

/** The whole limit is charged; accounts and slots that are reached first, and some precompiles, cost more. */
const MONAD_EIGHT: Protocol = {
  ...TRIED_PROTOCOL,
  precompiles: new Map(
    [
      [0x01, 2],
      [0x06, 2],
      [0x07, 5],
      [0x08, 5],
      [0x09, 2],
      [0x0a, 4],
    ].map(([address = 0, times = 1]) => [BigInt(address), dearer(address, times)]),
  ),
  prices: { coldAccount: 10_100, coldLoad: 8100, coldStore: 8100, maxCodeSize: 131_072, maxInitCodeSize: 262_144 },
  maxGasLimit: 30_000_000,
  givesNoRefund: () => true,
  gasUsed: ({ gasLimit }) => gasLimit,
};
const MONAD_NINE: Protocol = { ...MONAD_EIGHT, prices: { ...MONAD_EIGHT.prices, linearMemory: 8 << 20 } };
const MONAD_NINE_SINCE = {
  mainnet: Date.UTC(2026, 2, 19, 14, 30) / 1000,
  testnet: Date.UTC(2026, 2, 10, 14, 30) / 1000,
};

const always =
  (protocol: Protocol): Counting =>
  () =>
    protocol;
const until =
  (end: number, protocol: Protocol): Counting =>
  ({ number = end }) =>
    number < end ? protocol : undefined;
const monad =
  (since: number): Counting =>
  ({ timestamp }) =>
    timestamp < since ? MONAD_EIGHT : MONAD_NINE;

const CHAINS: readonly (readonly [ids: readonly number[], counting: Counting])[] = [
  // Sonic with its test networks, Fantom.
  [[146, 57_054, 14_601, 64_165, 250, 4002], always(TENTH_OF_REST)],
  // Evmos, Cronos, Kava and Canto with theirs.
  [[9001, 9000, 25, 338, 2222, 2221, 7700, 7701], always(HALF_OF_LIMIT)],
  // XDC, and Apothem until Prague.
  [[50], always(DEAR_BYTES)],
  [[51], until(87_633_000, DEAR_BYTES)],
  // Kaia and Kairos until Prague.
  [[8217], until(190_670_000, EQUAL_BYTES)],
  [[1001], until(187_930_000, EQUAL_BYTES)],
  [[4689, 4690], always(IOTEX)],
  [[1329, 1328], always(SEI)],
  [[143], monad(MONAD_NINE_SINCE.mainnet)],
  [[10_143], monad(MONAD_NINE_SINCE.testnet)],
];

/**
 * Returns how a chain is known to count gas in a block, with all that is tried with it; undefined where it counts as
 * Ethereum does, as far as is known.
 */
export function ownGas(id: number, block: RuledBlock): Protocol | undefined {
  const counting = CHAINS.find(([ids]) => ids.includes(id))?.[1];
  if (counting !== undefined) return counting(block);
  return block.rollup?.blockGasCost === undefined ? undefined : NO_REFUND;
}

function nonZeros(data: Uint8Array): number {
  return data.reduce((sum, byte) => (byte === 0 ? sum : sum + 1), 0);
}

function bytesGas(data: TransactionInput['data']): number {
  return 4 * data.length + 12 * nonZeros(data);
}

/** Returns Ethereum's precompile at so many times its price. */
function dearer(address: number, times: number): PrecompiledContract {
  const contract = ethereumPrecompile(address);
  return {
    ...contract,
    run: (input, gas, ...rest) => {
      const answer = contract.run(input, Math.floor(gas / times), ...rest);
      return answer.ok ? { ...answer, gas: answer.gas * times } : answer;
    },
  };
}
