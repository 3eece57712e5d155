/**
 * Mantle and Mantle Sepolia since Arsia (2026-04-22): a chain of the OP Stack
 * with the fees of Jovian and the machine of Osaka, whose coin is not ether. What
 * data costs on the other layer is multiplied by the price of ether, and deposits
 * may bring ether as well, as a token. Nothing is given back to deposits.
 *
 * Before Arsia a transaction's gas was multiplied by the price of ether, and data
 * for the other layer was counted as gas, which is not executed here.
 *
 * Source: mantle-xyz/op-geth (11fa8109a, 2026-08-18), params/mantle.go,
 * core/genesis.go, core/state_transition.go, core/types/rollup_cost.go,
 * core/types/deposit_tx.go, core/types/receipt.go, core/vm/contracts.go. Elysium
 * (2026) changes by which schedule its node counts the blob fee of Ethereum, which
 * the first deposit of a block states (mantle-v2, op-node/rollup/derive).
 */
import { hexToBytes } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import { type RlpItem, rlpScalar } from '../../chain/rlp';
import { rollupNumber } from '../../chain/rollup-fields';
import type { Transaction } from '../../chain/transaction';
import { fail, ok, type Result } from '../../values/result';
import { BLOBS_PRAGUE, Fork } from '../rules/forks';
import type { TransactionInput } from '../transaction/transaction-input';
import type { ChainRules, Family } from './family';
import { OP_ENCODING, opEnvironment, opInput, opProtocol, sameExtraData } from './op-stack';
import { opBaseFeeAfter } from './op-stack/base-fee';
import { DEPOSIT, encodeDeposit } from './op-stack/deposits';
import { OpFork } from './op-stack/op-forks';

const SEPOLIA_ID = 5003;
/** First second of Arsia. */
const ARSIA = { mantle: 1_776_841_200, sepolia: 1_774_422_000 };
/** GasPriceOracle keeps how many MNT pay for an ether (TokenRatioSlot). */
const ETHER = { account: hexToBytes('0x420000000000000000000000000000000000000f'), slot: 0n };

export const MANTLE: Family = {
  id: 'mantle',
  name: 'Mantle',
  environment: opEnvironment,
  rulesAt: ({ id, name }, { timestamp }) =>
    timestamp < ARSIA[id === SEPOLIA_ID ? 'sepolia' : 'mantle']
      ? fail(`${name} multiplied gas by the price of ether until Arsia (2026), so that gas comes out otherwise here.`)
      : ok(RULES),
  input: mantleInput,
  encoding: {
    ...OP_ENCODING,
    transaction: (transaction) => (transaction.type === DEPOSIT ? encodeMantleDeposit(transaction) : undefined),
    // Its receipts of deposits have no nonce in the trie.
    leavesOut: () => false,
  },
  nextBaseFee: (parent) => opBaseFeeAfter(parent),
  nextHeader: sameExtraData,
};

const RULES: ChainRules = {
  fork: Fork.osaka,
  blobs: BLOBS_PRAGUE,
  family: MANTLE,
  protocol: {
    ...opProtocol(OpFork.jovian, undefined, ETHER),
    // All precompiles are as in Osaka, and a transaction may have any limit of gas (EIP-7825 is left out).
    precompiles: new Map(),
    maxGasLimit: Number.POSITIVE_INFINITY,
    givesNoRefund: ({ isForced }) => isForced === true,
  },
};

function mantleInput(transaction: Transaction): Result<Partial<TransactionInput>, string> {
  const { ethValue, ethTxValue } = transaction.rollup ?? {};
  const bringsEther = [ethValue, ethTxValue].some((wei) => wei !== undefined && rollupNumber(wei) !== 0n);
  if (transaction.type === DEPOSIT && bringsEther)
    return fail(
      'The deposit brings ether, which the protocol of Mantle writes into a token; that is not executed here.',
    );
  return opInput(transaction);
}

/** `ethValue` stands before the data, and `ethTxValue` after it where there is one. */
function encodeMantleDeposit(transaction: Transaction): Hex | undefined {
  const { ethValue, ethTxValue } = transaction.rollup ?? {};
  const item = (wei: string | undefined): RlpItem => rlpScalar(wei === undefined ? 0n : (rollupNumber(wei) ?? 0n));
  return encodeDeposit(transaction, [[item(ethValue)], ethTxValue === undefined ? [] : [item(ethTxValue)]]);
}
