/**
 * What is known of chains that Ethereum's rules are tried on: in a sentence,
 * how they differ. Sources: docs.monad.xyz (gas pricing, opcode pricing);
 * hyperliquid.gitbook.io (HyperEVM, interacting
 * with HyperCore); 0xsoniclabs/tosca, go/processor/floria; evmos/evmos, x/evm;
 * moonbeam-foundation/moonbeam, MBIPS; blast-io/blast (b821054), blast-geth/core/types/
 * state_account.go; bnb-chain/op-geth (1b995c366), core/vm/contracts.go;
 * docs.rs/mega-evm (1.6.1); rules/own-gas.ts names those of how gas is counted.
 */
import type { NetworkId } from '../../chain/primitives';

const DIFFERENCES: readonly (readonly [ids: readonly number[], sentence: string])[] = [
  [
    [143, 10_143],
    'Monad charges the whole gas limit, more than Ethereum for accounts and slots that are reached first, and less for memory, which is counted here: that gas equals the receipt says nothing. Its staking and its reserve of balances are not executed here.',
  ],
  [
    [4326, 6343],
    'MegaETH counts gas for what is stored beside that for what is computed, so that gas comes out otherwise here.',
  ],
  [
    [81_457, 168_587_773],
    'Balances of Blast grow by themselves, which no transaction shows, and are counted in shares.',
  ],
  [
    [204, 5611],
    'opBNB has precompiles of BNB Smart Chain (0x66 and 0x67) and secp256r1 (0x100), and asks nothing for layer 1 of what pays no gas, which is not known here.',
  ],
  [
    [999, 998],
    'Precompiles of HyperEVM read HyperCore, whose state no block states, and transactions of its system are in no block: what depends on them is not executed here.',
  ],
  [
    [146, 57_054, 14_601, 64_165, 250, 4002],
    'A tenth of the gas that a transaction leaves is charged as well, which is counted here.',
  ],
  [[25, 338, 2222, 2221, 9001, 9000, 7700, 7701], 'At least half of the gas limit is charged, which is counted here.'],
  [
    [50, 51],
    'A byte of calldata that is not zero costs 68, on the test network until Prague, which is counted here. What signs blocks, and orders of its exchange, run no code.',
  ],
  [
    [8217, 1001],
    'Its own types of transactions, whose fees others may pay, have prices of their own. A byte of calldata cost 100 until Prague, which is counted here.',
  ],
  [[4689, 4690], 'A transaction costs 10,000, and 100 for each byte of calldata, which is counted here.'],
  [
    [1329, 1328],
    'Filling a slot costs what its governance says, 72,000 at last, which is tried here first. PREVRANDAO answers a hash of the time.',
  ],
  [
    [14, 19, 16, 114],
    'Nothing is given back for clearing state, which is counted here. After each transaction the protocol calls a contract of its own, and some transactions pay less, which is not executed here.',
  ],
  [[30, 31], 'Rootstock has a table of gas and precompiles of its own, so that gas comes out otherwise here.'],
  [
    [314, 314_159, 3141],
    'Filecoin counts gas for what its actors do and store, which is not known here, so that gas comes out otherwise.',
  ],
  [
    [3338, 9990, 2241, 1284, 1285, 1287, 592, 336, 81, 964, 945],
    'Gas is also for the size of proofs and of what is stored (Frontier). Where a receipt states more than the execution used, that is taken for such gas. What its precompiles and Substrate do is not executed here.',
  ],
];

/** Returns a sentence on how a chain without rules here is known to differ from Ethereum; undefined where nothing is known. */
export function knownDifference(id: NetworkId): string | undefined {
  return DIFFERENCES.find(([ids]) => ids.includes(id))?.[1];
}
