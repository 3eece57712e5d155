/** A block of the OP Stack with its witness, executed here up to the hash of its header. */
import { keccak256 } from 'viem';
import { hexToBytes } from '../../../src/core/chain/hex';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { decodeRawTransaction, hashOf, senderOf } from '../../../src/core/chain/raw-transaction';
import type { Receipt, Transaction } from '../../../src/core/chain/transaction';
import { feeCurrency } from '../../../src/core/evm/families/celo/fee-currency';
import type { ChainRules } from '../../../src/core/evm/families/family';
import { familyOf } from '../../../src/core/evm/families/find-family';
import { loadFamily } from '../../../src/core/evm/families/load-family';
import { OpFork, opForkAt } from '../../../src/core/evm/families/op-stack/op-forks';
import { Stop } from '../../../src/core/evm/run';
import { ViewedState } from '../../../src/core/evm/state/view';
import { type IncludedBlock, toEnvironment, toMinedInput } from '../../../src/core/evm/transaction/chain-input';
import { ContractFees } from '../../../src/core/evm/transaction/contract-fees';
import { Execution } from '../../../src/core/evm/transaction/execution';
import { SystemExecution, systemCalls } from '../../../src/core/evm/transaction/system-calls';
import { computeHeaderHash } from '../../../src/core/proof/header';
import { checkIdentity } from '../../../src/core/proof/identity';
import { checkInclusion } from '../../../src/core/proof/inclusion';
import { computeLogsBloom, encodeReceipt, receiptFields } from '../../../src/core/proof/receipts';
import { computeListRoot, EMPTY_TRIE_ROOT } from '../../../src/core/proof/trie';
import type { Check } from '../check';
import { decodeCip64 } from './cip64';
import { decodeDeposit } from './deposit';
import { logsOf } from './logs';
import { dataFootprint, extraDataOf, MESSAGE_PASSER, NO_REQUESTS, nextBaseFee, type WitnessedBlock } from './op-header';
import { WitnessedState } from './witnessed-state';

const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347' as Hash;

/** Ids of the names that celo-kona has for its chains. */
const NAMED: Readonly<Record<string, number>> = { celo: 42220, 'celo-sepolia': 11142220 };

export type ExecutedOpBlock = {
  /** The block, with the fields that its header commits to as they came out here, under the expected hash. */
  block: IncludedBlock;
  parent: IncludedBlock;
  rules: ChainRules;
  transactions: readonly Transaction[];
  receipts: readonly Receipt[];
  /** State as the block left it. */
  witnessed: WitnessedState;
};

/** Executes the block; its hash binds the state, the receipts, all gas and all logs. */
export async function checkOpBlock(check: Check, given: WitnessedBlock): Promise<void> {
  const { block, rules, transactions, receipts } = await executeOpBlock(given);
  const encoding = rules.family?.encoding;
  check.equal('the hash of the header', computeHeaderHash(block, encoding), given.expected_block_hash);
  check.equal(
    'the inclusion of transactions and receipts',
    checkInclusion(block, transactions, receipts, encoding).state,
    'proven',
  );
  for (const [at, transaction] of transactions.entries()) {
    const facts = { asked: transaction.hash, transaction, receipt: receipts[at] as Receipt, block };
    const identity = await checkIdentity({ ...facts, maker: 'family', encoding });
    check.equal(`contradictions of transaction ${at}`, identity.contradictions.join(' '), '');
    // Celo took one of type 1 that is signed for another chain (celo-kona, handler.rs).
    const isOurs = (transaction.chainId ?? block.networkId) === block.networkId;
    const unchecked = isOurs ? '' : `The transaction is signed for chain ${transaction.chainId}, not for this one.`;
    check.equal(`what is unchecked of transaction ${at}`, identity.unchecked.join(' '), unchecked);
  }
}

/** Executes the block and fills in its header by what came out. Throws where a transaction is not valid. */
export async function executeOpBlock(given: WitnessedBlock): Promise<ExecutedOpBlock> {
  const { executing_payload: payload } = given;
  const { l2_chain_id: id } = given.rollup_config;
  const networkId = (typeof id === 'string' ? NAMED[id] : id) as NetworkId;
  const { fork } = opForkAt(networkId, { timestamp: Number(payload.timestamp) });
  const parent = parentOf(given, networkId);
  const draft: IncludedBlock = {
    networkId,
    number: parent.number + 1,
    parentHash: parent.hash as Hash,
    timestamp: Number(payload.timestamp),
    miner: payload.suggestedFeeRecipient.toLowerCase() as Address,
    gasLimit: Number(payload.gasLimit),
    gasUsed: 0,
    baseFeePerGas: nextBaseFee(given, fork),
    mixHash: payload.prevRandao,
    extraData: extraDataOf(payload, fork),
    nonce: '0x0000000000000000',
    difficulty: 0n,
    sha3Uncles: NO_UNCLES,
    withdrawals: [],
    withdrawalsRoot: EMPTY_TRIE_ROOT,
    blobGasUsed: 0,
    excessBlobGas: 0,
    parentBeaconBlockRoot: payload.parentBeaconBlockRoot,
    ...(fork >= OpFork.isthmus && { requestsHash: NO_REQUESTS }),
    transactions: payload.transactions.map((raw) => keccak256(raw) as Hash),
  };
  const network = { id: networkId, name: 'the chain' };
  const family = await loadFamily(familyOf(network, draft) ?? 'opStack');
  const rules = family.rulesAt(network, draft);
  if (!rules.ok) throw new Error(rules.error);
  const witnessed = WitnessedState.of(parent.stateRoot as Hash, given.preimages);
  const { state, hashes } = witnessed;
  const environment = toEnvironment(draft, rules.value, hashes);
  const root = hexToBytes(payload.parentBeaconBlockRoot);
  for (const call of systemCalls(environment, hexToBytes(draft.parentHash), root))
    await witnessed.run(new SystemExecution(state, environment, call));

  // Rates of currencies are those at the begin of the block, whatever its transactions do to them.
  for (const raw of payload.transactions.filter((each) => each.startsWith('0x7b'))) {
    const input = toMinedInput(await decodeCip64(raw, networkId), 'family', { rules: rules.value, block: draft });
    const contract = input.ok ? feeCurrency(input.value, environment) : undefined;
    if (contract === undefined) continue;
    state.beginTransaction();
    const fees = new ContractFees(state, environment, contract, undefined);
    await witnessed.run({ run: () => (fees.ask() === undefined ? Stop.missing : Stop.done) });
    state.endTransaction(true);
  }

  const transactions: Transaction[] = [];
  const receipts: Receipt[] = [];
  let cumulativeGasUsed = 0;
  for (const [index, raw] of payload.transactions.entries()) {
    const place = { blockHash: given.expected_block_hash, blockNumber: draft.number, index };
    const transaction = { ...(await decode(raw, networkId)), ...place } as Transaction;
    const { from, to, type } = transaction;
    const nonce = type === 0x7e ? await nonceOf(witnessed, from) : transaction.nonce;
    const input = toMinedInput(transaction, 'family', { rules: rules.value, block: draft });
    if (!input.ok) throw new Error(`transaction ${index}: ${input.error}`);
    const execution = new Execution(state, environment, input.value, undefined);
    await witnessed.run(execution);
    const { result } = execution;
    if (result === undefined) throw new Error(`transaction ${index} is invalid: ${execution.invalid}`);
    cumulativeGasUsed += result.gasUsed;
    transactions.push({ ...transaction, nonce });
    receipts.push({
      networkId,
      transactionHash: transaction.hash,
      ...place,
      from,
      ...(to && { to }),
      status: result.success ? 'success' : 'failed',
      gasUsed: result.gasUsed,
      cumulativeGasUsed,
      effectiveGasPrice: type === 0x7e ? 0n : execution.price,
      logs: logsOf(state, result.logs),
      rollup:
        type === 0x7e
          ? { depositNonce: `0x${nonce.toString(16)}`, depositReceiptVersion: '0x1' }
          : type === 0x7b
            ? { baseFee: `0x${(execution.baseFee ?? 0n).toString(16)}` }
            : { l1Fee: `0x${(result.fees.find(({ kind }) => kind === 'data')?.wei ?? 0n).toString(16)}` },
    });
  }
  const encodedReceipts = receipts.map(
    (receipt, at) =>
      family.encoding?.receipt?.(receipt, transactions[at] as Transaction, receiptFields(receipt)) ??
      encodeReceipt(receipt, (transactions[at] as Transaction).type),
  );
  if (fork >= OpFork.isthmus) await witnessed.account(MESSAGE_PASSER);
  const { state: stateRoot, storage: withdrawalsRoot } = await witnessed.roots(MESSAGE_PASSER);
  const view = new ViewedState(state);
  const block: IncludedBlock = {
    ...draft,
    hash: given.expected_block_hash,
    gasUsed: cumulativeGasUsed,
    stateRoot,
    receiptsRoot: computeListRoot(encodedReceipts),
    transactionsRoot: computeListRoot(payload.transactions.map(hexToBytes)),
    logsBloom: computeLogsBloom(receipts.flatMap(({ logs }) => logs)),
    ...(fork >= OpFork.isthmus && withdrawalsRoot && { withdrawalsRoot }),
    ...(fork >= OpFork.jovian && { blobGasUsed: dataFootprint(payload.transactions, view) }),
  };
  return { block, parent, rules: rules.value, transactions, receipts, witnessed };
}

/** The parent as its header has it, under the hash of that. */
function parentOf({ parent_header: parent }: WitnessedBlock, networkId: NetworkId): IncludedBlock {
  const block: IncludedBlock = {
    networkId,
    parentHash: parent.parentHash as Hash,
    sha3Uncles: parent.sha3Uncles as Hash,
    miner: parent.miner as Address,
    stateRoot: parent.stateRoot as Hash,
    transactionsRoot: parent.transactionsRoot as Hash,
    receiptsRoot: parent.receiptsRoot as Hash,
    logsBloom: parent.logsBloom as Hex,
    difficulty: BigInt(parent.difficulty as Hex),
    number: Number(parent.number),
    gasLimit: Number(parent.gasLimit),
    gasUsed: Number(parent.gasUsed),
    timestamp: Number(parent.timestamp),
    extraData: parent.extraData as Hex,
    mixHash: parent.mixHash as Hash,
    nonce: parent.nonce as Hex,
    baseFeePerGas: BigInt(parent.baseFeePerGas as Hex),
    withdrawalsRoot: parent.withdrawalsRoot as Hash,
    blobGasUsed: Number(parent.blobGasUsed),
    excessBlobGas: Number(parent.excessBlobGas),
    parentBeaconBlockRoot: parent.parentBeaconBlockRoot as Hash,
    ...(parent.requestsHash && { requestsHash: parent.requestsHash as Hash }),
    transactions: [],
  };
  const hash = computeHeaderHash(block);
  if (hash === undefined) throw new Error('the header of the parent is incomplete');
  return { ...block, hash };
}

async function decode(raw: Hex, networkId: NetworkId): Promise<Omit<Transaction, 'index'>> {
  if (raw.startsWith('0x7e')) return decodeDeposit(raw, networkId);
  if (raw.startsWith('0x7b')) return decodeCip64(raw, networkId);
  const decoded = decodeRawTransaction(raw);
  if (!decoded.ok) throw new Error(decoded.error);
  const from = await senderOf(decoded.value);
  if (from === undefined) throw new Error('a transaction has no sender');
  return { ...decoded.value, networkId, hash: hashOf(decoded.value), from } as Transaction;
}

/** The nonce before the transaction, which the receipt of a deposit has. */
async function nonceOf(witnessed: WitnessedState, address: Address): Promise<number> {
  const { state } = witnessed;
  const account = state.indexOfAddress(hexToBytes(address));
  while (!state.requireAccount(account)) await witnessed.supply();
  return Number(state.nonce[account]);
}
