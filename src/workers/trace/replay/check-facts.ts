/**
 * What is checked of a transaction beside its execution, without any further
 * request: that transaction, receipt and block are what they claim to be, and,
 * where the whole block is at hand, that its header commits to them.
 */
import type { Network } from '../../../core/chain/network';
import type { Block, Receipt, Transaction } from '../../../core/chain/transaction';
import { blobBaseFee } from '../../../core/evm/environment';
import type { ChainRules, Encoding } from '../../../core/evm/families/family';
import { type BlockMaker, blockMaker, chainRules, type StatedRules } from '../../../core/evm/rules/chain-rules';
import { computeHeaderHash } from '../../../core/proof/header';
import { checkIdentity, signerOf } from '../../../core/proof/identity';
import { checkInclusion, type Inclusion } from '../../../core/proof/inclusion';
import type { Checked } from '../../../core/proof/proof-level';
import { createSlices } from '../../scheduling/slices';

export type Facts = {
  network: Pick<Network, 'id' | 'name'>;
  transaction: Transaction;
  receipt: Receipt;
  block: Block;
  /** All transactions and receipts of the block, where they were fetched. */
  whole?: WholeBlock;
  /** Rules that the node states, where they make a difference. */
  stated?: StatedRules | undefined;
  /** The endpoint was asked which chain it serves, and did not say. */
  saysNoChain?: boolean | undefined;
};

/** All transactions and receipts of a block, as the endpoint gives them for the whole block. */
export type WholeBlock = { transactions: readonly Transaction[]; receipts: readonly Receipt[] };

const UNHASHED = 'The header of the block does not have its hash by the rules known here, so its roots prove nothing.';

/** Envelope type of blob transactions (EIP-4844). */
const BLOB = 3;

/** Returns what was checked and what could not be, or the first contradiction, in a sentence. */
export async function checkFacts(facts: Facts): Promise<{ checked: Checked } | { contradiction: string }> {
  const { transaction, receipt, block, saysNoChain } = facts;
  const maker: BlockMaker = blockMaker(facts.network, block, facts.stated);
  const rules = chainRules(facts.network, block, facts.stated);
  const blobGasPrice = rules.ok ? blobGasPriceOf(block, rules.value) : undefined;
  const asked = transaction.hash;
  const encoding = facts.stated?.family?.encoding;
  const identity = await checkIdentity({
    asked,
    transaction,
    receipt,
    block,
    maker,
    blobGasPrice,
    saysNoChain,
    encoding,
    fork: rules.ok ? rules.value.fork : undefined,
  });
  const [contradiction] = identity.contradictions;
  if (contradiction !== undefined) return { contradiction };
  const otherwise = facts.whole && encoding?.disagrees?.(receipt, facts.whole.transactions);
  if (otherwise !== undefined) return { contradiction: otherwise };
  const inclusion = inclusionOf(facts, maker);
  if (inclusion.state === 'contradicted' && maker !== 'other') return { contradiction: inclusion.reason };
  const { unchecked } = identity;
  if (inclusion.state !== 'proven') return { checked: { unchecked, isIncluded: false, notIncluded: inclusion.reason } };
  // Roots of a header that does not have its hash are the endpoint's word.
  if (computeHeaderHash(block, encoding) !== block.hash)
    return { checked: { unchecked, isIncluded: false, notIncluded: UNHASHED } };
  return { checked: { unchecked, isIncluded: true } };
}

function blobGasPriceOf(block: Block, rules: ChainRules): bigint | undefined {
  if (block.excessBlobGas === undefined) return undefined;
  return blobBaseFee({
    excessBlobGas: BigInt(block.excessBlobGas),
    blobs: rules.blobs,
    ...rules.family?.environment?.(block, rules),
  });
}

function inclusionOf({ transaction, receipt, block, whole, stated }: Facts, maker: BlockMaker): Inclusion {
  const transactions = whole?.transactions ?? [transaction];
  const encoding = stated?.family?.encoding;
  if (maker === 'development' && transactions.some(({ type }) => type === BLOB)) {
    // Anvil commits to the form in which a blob transaction is sent, with its blobs, which no answer contains.
    return { state: 'unknown', reason: 'The development node commits to blob transactions together with their blobs.' };
  }
  if (whole !== undefined) {
    // The endpoint may say otherwise of the block than of the transaction: what counts is what is shown.
    const { index } = receipt;
    return checkInclusion(
      block,
      whole.transactions.toSpliced(index, 1, transaction),
      whole.receipts.toSpliced(index, 1, receipt),
      encoding,
    );
  }
  if (block.transactions.length === 1) return checkInclusion(block, [transaction], [receipt], encoding);
  return { state: 'unknown', reason: 'The other transactions of the block were not fetched.' };
}

/**
 * Returns a sentence on why the transactions that were executed before this one may not be those of the block.
 * Undefined where the header commits to them and their senders signed them, or none was executed. Those that the chain
 * itself made have no signature: `encoding`, of its family, says which, and their hash covers who they are from.
 */
export async function doubtOfEarlier(
  whole: WholeBlock | undefined,
  { index = 0 }: Transaction,
  { isIncluded }: Checked,
  signal: AbortSignal,
  encoding?: Encoding,
): Promise<string | undefined> {
  if (whole === undefined) return undefined;
  if (!isIncluded)
    return 'It could not be proven that the block has the transactions that were executed before this one.';
  const slices = createSlices(signal);
  for (const [position, earlier] of whole.transactions.slice(0, index).entries()) {
    if (encoding?.unsigned?.includes(earlier.type)) continue;
    // The header commits to what was signed, which does not name the sender.
    if ((await signerOf(earlier, encoding)) !== earlier.from)
      return `Transaction ${position} of the block, which was executed before this one, is not signed by its sender.`;
    await slices.pause();
  }
  return undefined;
}
