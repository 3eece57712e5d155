/**
 * Linea and Linea Sepolia: Ethereum's rules, whose forks came late and at
 * once. Until Paris its headers name no coinbase: it is who sealed the block.
 * There are no blobs.
 *
 * Sources: Consensys/linea-monorepo, docs/getting-started/linea-mainnet and
 * linea-sepolia (geth/geth-genesis.json), maru/app/src/main/resources/
 * beacon-genesis-files (cb180134, 2026-06-12); EIP-225.
 */
import type { Block } from '../../chain/transaction';
import { ZERO_ADDRESS } from '../../chain/zero-address';
import { fail, ok } from '../../values/result';
import { BLOBS_CANCUN, Fork } from '../rules/forks';
import type { ChainRules, Family, RuledBlock } from './family';
import { ruleAt } from './schedule';
import { sealerOf } from './sealer';

/** First second of each fork, newest first; London began with the chain. */
type Times = readonly (readonly [Fork, number])[];
const MAINNET: Times = [
  [Fork.osaka, 1_764_798_551],
  [Fork.prague, 1_761_646_200],
  [Fork.cancun, 1_761_645_600],
  [Fork.shanghai, 1_761_213_600],
];
const SEPOLIA: Times = [
  [Fork.osaka, 1_764_583_200],
  [Fork.prague, 1_760_004_000],
  [Fork.cancun, 1_759_233_600],
  [Fork.shanghai, 1_759_147_200],
];
const SEPOLIA_ID = 59141;

export const LINEA: Family = {
  id: 'linea',
  name: 'Linea',
  rulesAt: ({ id }, block) => ok(rulesOf(id === SEPOLIA_ID ? SEPOLIA : MAINNET, block)),
  environment: (block) => {
    const coinbase = isSealed(block) ? sealerOf(block) : undefined;
    return coinbase === undefined ? {} : { coinbase };
  },
  input: ({ type }) => (type <= 4 && type !== 3 ? ok({}) : fail(`Linea has no transactions of type ${type}.`)),
};

function rulesOf(times: Times, block: RuledBlock): ChainRules {
  const fork = ruleAt(times, block.timestamp) ?? (block.difficulty === 0n ? Fork.paris : Fork.london);
  return { fork, blobs: BLOBS_CANCUN, family: LINEA };
}

function isSealed({ difficulty = 0n, miner }: Block): boolean {
  return difficulty > 0n && miner === ZERO_ADDRESS;
}
