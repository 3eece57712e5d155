/** Blocks of Linea with what their execution reads, as the tests of its tracer have them (Consensys/linea-monorepo, tracer/…/replays). */
import { hexToBytes } from '../../../src/core/chain/hex';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { hashOf } from '../../../src/core/chain/raw-transaction';
import {
  type Block,
  type StatedTransaction,
  type Transaction,
  transactionOf,
} from '../../../src/core/chain/transaction';
import type { Family } from '../../../src/core/evm/families/family';
import { loadFamily } from '../../../src/core/evm/families/load-family';
import { loadLibraries } from '../../../src/core/evm/precompiles/libraries';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { ViewedState } from '../../../src/core/evm/state/view';
import { fromBigInt, LIMBS } from '../../../src/core/evm/words/words';
import { computeHeaderHash } from '../../../src/core/proof/header';
import { signerOf } from '../../../src/core/proof/identity';
import { checkInclusion } from '../../../src/core/proof/inclusion';
import type { Check } from '../check';
import { allocated } from './allocated-state';
import { executeTransactions, type WitnessedBlock } from './witnessed-block';

/** A value that may be missing. */
type Maybe<Value> = { value?: Value };
type Header = {
  parentHash: Hash;
  ommersHash: Hash;
  coinbase: Address;
  stateRoot: Hash;
  transactionRoot: Hash;
  receiptsRoot: Hash;
  logsBloom: Hex;
  difficulty: Hex;
  number: number;
  gasLimit: number;
  gasUsed: number;
  timestamp: number;
  extraData: Hex;
  mixHashOrPrevRandao: Hash;
  nonce: number;
  baseFee: Maybe<Hex>;
  parentBeaconBlockRoot?: Maybe<Hash>;
};
type Account = { address: Address; nonce: number; balance: Hex; code: Hex };
type Slot = { address: Address; key: Hex; value: Hex };
type Signed = {
  r: string;
  s: string;
  v: string;
  type: string;
  sender: Address;
  to: Maybe<Address>;
  nonce: number;
  value: Hex;
  payload: Hex;
  gasPrice: Maybe<Hex>;
  maxPriorityFeePerGas: Maybe<Hex>;
  maxFeePerGas: Maybe<Hex>;
  gasLimit: number;
  chainId?: number;
  accessList: Maybe<readonly { address: Address; storageKeys: readonly Hash[] }[]>;
  outcome: { status: boolean; gasUsed: number; accounts: readonly Account[]; storage: readonly Slot[] };
};
export type LineaReplay = {
  blocks: readonly { header: Header; txs: readonly Signed[] }[];
  accounts: readonly Account[];
  storage: readonly Slot[];
  blockHashes: readonly { blockNumber: number; blockHash: Hash }[];
};

const TYPES: Readonly<Record<string, number>> = { FRONTIER: 0, ACCESS_LIST: 1, EIP1559: 2, DELEGATE_CODE: 4 };
/** First block of each with a header of Cancun, and of Prague; in seconds (geth-genesis.json of the two networks). */
const TIMES: Readonly<Record<number, { shanghai: number; cancun: number; prague: number }>> = {
  59144: { shanghai: 1_761_213_600, cancun: 1_761_645_600, prague: 1_761_646_200 },
  59141: { shanghai: 1_759_147_200, cancun: 1_759_233_600, prague: 1_760_004_000 },
};
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421' as Hash;
/** sha256 of nothing (EIP-7685). */
const NO_REQUESTS = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' as Hash;

/** Executes the blocks one after the other; checks signers, gas, receipts, the headers' chain, and balances of senders and slots where they are stated. */
export async function checkLinea(check: Check, replay: LineaReplay): Promise<void> {
  const state = stateOf(replay);
  const hashes = new Map(replay.blockHashes.map(({ blockNumber, blockHash }) => [blockNumber, hexToBytes(blockHash)]));
  const networkId = networkOf(replay);
  const family = await loadFamily('linea');
  let parent: Hash | undefined;
  for (const { header, txs } of replay.blocks) {
    const { block, rules, transactions } = hashedBlock({ header, txs }, networkId, family);
    const { hash } = block;
    if (parent !== undefined) check.equal(`the hash of block ${header.number - 1}`, parent, header.parentHash);
    parent = hash;
    for (const transaction of transactions)
      check.equal(`the signer of ${transaction.hash}`, await signerOf(transaction), transaction.from);
    const view = new ViewedState(state);
    // Outcomes of some files are of a later fork's rules than the chain's at that block: their gas is not the header's.
    const isOfChain = txs.reduce((sum, { outcome }) => sum + outcome.gasUsed, 0) === header.gasUsed;
    const { receipts } = await executeTransactions(
      { block, rules, transactions },
      { state, hashes, run: (execution) => run(state, replay, execution) },
      (transaction, index) => {
        const outcome = txs[index]?.outcome;
        if (isOfChain && outcome)
          checkOutcome(check, `transaction ${index} of ${header.number}`, { transaction, outcome, header, view });
      },
    );
    check.equal(`gas used of ${header.number}`, receipts.at(-1)?.cumulativeGasUsed ?? 0, header.gasUsed);
    const inclusion = checkInclusion(block, transactions, receipts, family.encoding);
    check.equal(
      `transactions and receipts of ${header.number}`,
      'reason' in inclusion ? inclusion.reason : inclusion.state,
      'proven',
    );
  }
}

/** Returns the first block of the recording as an endpoint has it; its state is what the recording has of it, under a root of its own. */
export async function openLinea(replay: LineaReplay): Promise<WitnessedBlock> {
  const [first] = replay.blocks;
  if (first === undefined) throw new Error('the recording has no block');
  const slots = (of: Address) => replay.storage.filter(({ address }) => address === of);
  const accounts = replay.accounts.map(({ address, balance, ...rest }) => ({
    ...rest,
    address,
    wei: BigInt(balance),
    slots: slots(address).map(({ key, value }) => [BigInt(key), BigInt(value)] as const),
  }));
  return { ...hashedBlock(first, networkOf(replay), await loadFamily('linea')), ...(await allocated(accounts)) };
}

function networkOf({ blocks }: LineaReplay): NetworkId {
  return Number(blocks[0]?.txs[0]?.chainId ?? 59144) as NetworkId;
}

function hashedBlock({ header, txs }: LineaReplay['blocks'][number], networkId: NetworkId, family: Family) {
  const unhashed = blockOf(header, networkId);
  const hash = computeHeaderHash(unhashed, family.encoding) as Hash;
  const transactions = txs.map((signed, index) => toTransaction(signed, index, hash, header.number, networkId));
  const block = { ...unhashed, hash, transactions: transactions.map((each) => each.hash) };
  const rules = family.rulesAt({ id: networkId, name: 'Linea' }, block);
  if (!rules.ok) throw new Error(rules.error);
  return { block, rules: rules.value, transactions };
}

/** Checks what the transaction left: the sender's balance, to the wei, and slots. */
function checkOutcome(
  check: Check,
  name: string,
  given: { transaction: Transaction; outcome: Signed['outcome']; header: Header; view: ViewedState },
): void {
  const { transaction, outcome, header, view } = given;
  const { from } = transaction;
  const sender = outcome.accounts.find(({ address }) => address === from);
  // Fees of the coinbase are stated after the next transaction only.
  if (sender && from !== header.coinbase)
    check.equal(`the balance that ${name} leaves its sender`, view.balance(hexToBytes(from)), BigInt(sender.balance));
  for (const { address, key, value } of outcome.storage) {
    const [bytes, slot] = [hexToBytes(address), BigInt(key)];
    if (view.requireSlot(bytes, slot))
      check.equal(`slot ${key} of ${address} after ${name}`, view.slot(bytes, slot), BigInt(value));
  }
}

function stateOf({ accounts, storage }: LineaReplay): State {
  const state = new State();
  for (const { address, nonce, balance, code } of accounts) {
    const wei = new Uint32Array(LIMBS);
    fromBigInt(BigInt(balance), wei, 0);
    const given = { balance: wei, nonce: BigInt(nonce), code: hexToBytes(code), exists: true };
    state.supplyAccount(hexToBytes(address), given, false);
  }
  for (const { address, key, value } of storage)
    state.supplySlot(state.indexOfAddress(hexToBytes(address)), hexToBytes(key), hexToBytes(value));
  return state;
}

/** Runs the execution. Accounts and slots that are not recorded do not exist. */
async function run(state: State, { blocks }: LineaReplay, execution: { run(budget: number): Stop }): Promise<void> {
  for (;;) {
    const stop = execution.run(1_000_000);
    if (stop === Stop.done) return;
    if (stop !== Stop.missing) continue;
    const { missing } = state;
    if (missing?.kind === 'library') await loadLibraries();
    else if (missing?.kind === 'account')
      state.supplyAccount(
        missing.address,
        { balance: new Uint32Array(LIMBS), nonce: 0n, code: new Uint8Array(0), exists: false },
        true,
      );
    else if (missing?.kind === 'slot')
      state.supplySlot(state.indexOfAddress(missing.address), missing.key, new Uint8Array(32));
    else throw new Error(`blocks from ${blocks[0]?.header.number} ask for ${JSON.stringify(missing)}`);
  }
}

function blockOf(header: Header, networkId: NetworkId) {
  const { timestamp } = header;
  const times = TIMES[networkId] as NonNullable<(typeof TIMES)[number]>;
  return {
    networkId,
    number: header.number,
    parentHash: header.parentHash,
    sha3Uncles: header.ommersHash,
    miner: header.coinbase,
    stateRoot: header.stateRoot,
    transactionsRoot: header.transactionRoot,
    receiptsRoot: header.receiptsRoot,
    logsBloom: header.logsBloom,
    difficulty: BigInt(header.difficulty),
    gasLimit: header.gasLimit,
    gasUsed: header.gasUsed,
    timestamp,
    extraData: header.extraData,
    mixHash: header.mixHashOrPrevRandao,
    nonce: `0x${header.nonce.toString(16).padStart(16, '0')}` as Hex,
    baseFeePerGas: BigInt(header.baseFee.value ?? 0),
    transactions: [] as Hash[],
    ...(timestamp >= times.shanghai && { withdrawalsRoot: EMPTY_ROOT }),
    ...(timestamp >= times.cancun && {
      blobGasUsed: 0,
      excessBlobGas: 0,
      parentBeaconBlockRoot: header.parentBeaconBlockRoot?.value as Hash,
    }),
    ...(timestamp >= times.prague && { requestsHash: NO_REQUESTS }),
  } satisfies Block;
}

function toTransaction(
  signed: Signed,
  index: number,
  blockHash: Hash,
  blockNumber: number,
  networkId: NetworkId,
): Transaction {
  const type = TYPES[signed.type] as number;
  const v = BigInt(`0x${signed.v}`);
  const parity = type > 0 ? Number(v) : Number(v >= 35n ? (v - 35n) % 2n : v - 27n);
  const word = (half: string) => `0x${half.padStart(64, '0')}` as Hex;
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, to, chainId } = signed;
  const stated: Omit<StatedTransaction, 'hash'> = {
    networkId,
    from: signed.sender,
    type,
    nonce: signed.nonce,
    gas: signed.gasLimit,
    value: BigInt(signed.value),
    input: signed.payload,
    ...(to.value && { to: to.value }),
    ...(chainId !== undefined && { chainId }),
    ...(gasPrice.value && { gasPrice: BigInt(gasPrice.value) }),
    ...(maxFeePerGas.value && { maxFeePerGas: BigInt(maxFeePerGas.value) }),
    ...(maxPriorityFeePerGas.value && { maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas.value) }),
    ...(type > 0 && { accessList: signed.accessList.value ?? [] }),
    signature: { r: word(signed.r), s: word(signed.s), yParity: parity as 0 | 1, v },
    blockHash,
    blockNumber,
    index,
  };
  const hash = hashOf(transactionOf({ ...stated, hash: '0x' as Hash }) as never);
  return transactionOf({ ...stated, hash: hash as Hash });
}
