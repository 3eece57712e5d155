/** All that is known of a transaction, as `loupe tx --json` prints it (docs/command-line.md): the answers the page shows. */

import { asText, happenedText } from '../../../src/app/views/open-trace/happened-text';
import { TOPIC_BYTES } from '../../../src/app/views/trace/row-format';
import { KIND_LOOKS } from '../../../src/app/views/trace/row-kind-looks';
import { feeOf } from '../../../src/app/views/transaction/fee';
import { tokenFeeOf } from '../../../src/app/views/transaction/token-fee';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { Network } from '../../../src/core/chain/network';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { signedGas } from '../../../src/core/chain/transaction';
import { levelsOf, PROOF_LEVELS, type ProofLevel, proofLevel } from '../../../src/core/proof/proof-level';
import { levelText, NEVER_PROVEN, PROOF_LEVEL_TEXT } from '../../../src/core/proof/proof-level-text';
import { basisText } from '../../../src/core/proof/rules-text';
import type { PaidFees } from '../../../src/core/replay/paid-fees';
import type { TraceSummary } from '../../../src/workers/trace/open-trace.api';
import type { Outcome, RowView } from '../../../src/workers/trace/rows.api';
import type { SourcePlace, SourceTraceSummary } from '../../../src/workers/trace/source-trace.api';
import type { EventView, StateChanges } from '../../../src/workers/trace/views.api';
import type { OpenMined } from '../open-mined';
import type { MinedAnswers } from '../read-mined';
import { type AssetFacts, assetFacts } from './assets';
import { ListToCome } from './json';
import { type PayloadLists, payloadLists } from './payload-lists';
import { type NameFact, named, type ValueFact, valueFact } from './values';

export type PlaceFact = { file: string; line: number };

/** `level` is absent where nothing was executed here; `contradicted` where something cannot be as the endpoint says. */
export type ProofFact = {
  /** Method that the rows come from. */
  method: TraceSummary['source'];
  level?: ProofLevel | 'contradicted';
  /** The trace was read from a file. */
  fromFile?: true;
  /** Instructions that were executed here. */
  steps?: number;
  levels: readonly { level: ProofLevel; holds: boolean; sentence: string }[];
  /** Facts that only the endpoint vouches for. */
  word: readonly string[];
  notChecked: readonly string[];
  /** Why the shown facts are not believed. */
  doubt?: string;
  limitations: readonly string[];
  skipped: readonly { method: string; reason: string }[];
};

export type CallFact = {
  /** The path of the row, `0.2.6`; in the page's URLs, too. */
  id: string;
  depth: number;
  kind: string;
  from: Address;
  fromName?: NameFact;
  to?: Address;
  toName?: NameFact;
  /** Account whose code ran, where it is not `to`. */
  implementation?: Address;
  function?: NameFact;
  selector?: Hex;
  inputs?: readonly ValueFact[];
  outputs?: readonly ValueFact[];
  /** Wei. */
  value?: string;
  gas?: number;
  gasUsed?: number;
  failed?: true;
  undone?: true;
  caught?: true;
  error?: { message: string; name?: NameFact; arguments?: readonly ValueFact[]; reason?: string };
  place?: PlaceFact;
  slot?: Hex;
  transient?: true;
  /** Values in a slot that were read, or written in place of `before`. */
  values?: readonly { path: string; before: ValueFact; after: ValueFact }[];
  before?: Hex;
  after?: Hex;
};

export type StackFact = {
  id?: string;
  contract: string;
  function: string;
  kind: string;
  /** Absent where no step is meant. */
  step?: number;
  place?: PlaceFact;
  sentence: string;
};

export type EventFact = {
  id: string;
  address: Address;
  name?: NameFact;
  event?: NameFact;
  inputs?: readonly ValueFact[];
  topics: readonly Hash[];
  data: Hex;
  /** Bytes of topics and data, where `data` was cut. */
  bytes?: number;
};

/** A part that may be missing: `why` says so in a sentence. */
type Part<T> = T | { why: string };

export type TransactionFacts = PayloadLists & {
  format: 'loupe-transaction';
  version: 1;
  network: { id: number; name: string; currency: { symbol: string; decimals: number } };
  hash: Hash;
  /** Unknown where neither receipt nor trace says it. */
  status: Outcome['status'];
  sentence: string;
  block?: { number: number; hash: Hash; index: number; timestamp?: number };
  from: Address;
  to?: Address;
  created?: Address;
  nonce: number;
  type: number;
  /** Wei. */
  value: string;
  input: Hex;
  /** A decimal text past 2^53. */
  gasLimit: number | bigint;
  gasUsed?: number;
  /** Wei. */
  fee?: string;
  /** What the fee consists of on a chain with fees of its own, in wei; `to` is absent for what is burnt. */
  fees?: readonly { kind: PaidFees['parts'][number]['kind']; amount: string; to?: Address }[];
  /** Wei that the protocol brought the sender first: from an account, or made. */
  minted?: { amount: string; from?: Address };
  /** What was paid in a token instead, in its least units. */
  tokenFee?: { token: Address; amount: string };
  /** Why there is no trace; the fields below are then absent. */
  noTrace?: string;
  proof?: ProofFact;
  failure?: { id: string; reason: string; message: string; name?: NameFact; arguments?: readonly ValueFact[] };
  /** The error last, the transaction's entry first. */
  stack?: Part<readonly StackFact[]>;
  console?: readonly { text: string; place?: PlaceFact }[];
  /** `count` rows are there, of which `rows` are the first that were asked for. */
  calls?: { count: number; rows: readonly CallFact[] };
  events?: { count: number; rows: readonly EventFact[] };
  assets?: AssetFacts;
  state?: Part<StateFacts>;
  /** Says of names and symbols that nobody vouches for them. */
  unvouched: string;
};

export type StateFacts = {
  /** replay: from the execution here · prestateTracer: as the node reports it. */
  origin: StateChanges['origin'];
  accounts: readonly {
    address: Address;
    name?: NameFact;
    coinbase?: true;
    created?: true;
    destructed?: true;
    balance?: { before: string; after: string };
    nonce?: { before: number; after: number };
    code?: { before: number; after: number };
    storage: readonly {
      slot: Hex;
      before: Hex;
      after: Hex;
      variables: readonly { path: string; before: ValueFact; after: ValueFact }[];
    }[];
  }[];
};

/** The facts before their calls and events are read. */
export type FactsToCome = Omit<TransactionFacts, 'calls' | 'events'> & {
  calls?: { count: number; rows: ListToCome<CallFact> };
  events?: { count: number; rows: ListToCome<EventFact> };
};

/** Returns the parts of the fee, where there are any, and what the protocol brought the sender. */
function feesOf({ parts, minted, mintedFrom }: PaidFees): Pick<TransactionFacts, 'fees' | 'minted'> {
  return {
    ...(parts.length > 0 && {
      fees: parts.map(({ kind, wei, to }) => ({ kind, amount: wei.toString(), ...(to && { to }) })),
    }),
    ...(minted > 0n && { minted: { amount: minted.toString(), ...(mintedFrom && { from: mintedFrom }) } }),
  };
}

/** Returns the facts of an opened transaction; `answers` are absent where it has no trace. */
export function transactionFacts(
  network: Pick<Network, 'id' | 'name' | 'nativeCurrency'>,
  { record, trace }: OpenMined,
  answers: MinedAnswers | undefined,
): FactsToCome {
  const { transaction, receipt, block } = record;
  const open = 'failure' in trace ? undefined : trace;
  const currency = network.nativeCurrency;
  const instead = open?.summary.doubt?.instead;
  const { symbol, decimals } = currency;
  const fee = answers?.paid ?? (receipt && feeOf(transaction, receipt, block));
  const inToken = receipt && tokenFeeOf(transaction, receipt);
  const status = receipt ? (receipt.status ?? open?.outcome.status ?? 'unknown') : 'pending';
  const facts: FactsToCome = {
    format: 'loupe-transaction',
    version: 1,
    network: { id: network.id, name: network.name, currency: { symbol, decimals } },
    hash: transaction.hash,
    status,
    sentence: asText(happenedText({ transaction, receipt, outcome: open?.outcome, currency, instead })),
    ...(receipt && {
      block: {
        number: receipt.blockNumber,
        hash: receipt.blockHash,
        index: receipt.index,
        ...(block && { timestamp: block.timestamp }),
      },
    }),
    from: transaction.from,
    ...(transaction.to && { to: transaction.to }),
    // Nodes name the address also where the creation failed.
    ...(status === 'success' && receipt?.contractAddress && { created: receipt.contractAddress }),
    nonce: transaction.nonce,
    type: transaction.type,
    value: transaction.value.toString(),
    input: transaction.input,
    gasLimit: signedGas(transaction),
    ...(receipt && { gasUsed: receipt.gasUsed }),
    ...(fee && { fee: fee.total.toString() }),
    ...(answers?.paid && feesOf(answers.paid)),
    ...(inToken && { tokenFee: { token: inToken.token, amount: inToken.amount.toString() } }),
    ...payloadLists(transaction, answers?.authorizations),
    unvouched: NEVER_PROVEN,
  };
  if ('failure' in trace) return { ...facts, noTrace: trace.failure.message };
  if (answers === undefined) return facts;
  const { summary, outcome, source } = trace;
  const { calls, events } = answers;
  const { failing } = outcome;
  return {
    ...facts,
    proof: proofFact(summary),
    ...(failing && {
      failure: { id: failing.depthId, reason: failing.reason, ...errorFact(failing.error) },
    }),
    stack: typeof source === 'string' ? { why: source } : source.stack.map(stackFact),
    ...(typeof source !== 'string' && { console: source.logs.map(consoleFact) }),
    calls: { count: calls.count, rows: new ListToCome(factsOf(calls.pages, callFact)) },
    events: { count: events.count, rows: new ListToCome(factsOf(events.pages, eventFact)) },
    assets: assetFacts(answers.transfers),
    state: stateFacts(answers),
  };
}

async function* factsOf<T, F>(pages: AsyncIterable<readonly T[]>, fact: (row: T) => F): AsyncGenerator<readonly F[]> {
  for await (const page of pages) yield page.map(fact);
}

/** Returns how far a trace is proven, in the words of the page. */
export function proofFact(summary: TraceSummary): ProofFact {
  const { source, verification, doubt, skipped, limitations, contradictions = [] } = summary;
  const checked = verification?.checked;
  const level = verification && (checked === undefined ? 'executed' : proofLevel(checked));
  const isDoubted = doubt !== undefined || level === 'contradicted';
  const basis = checked?.rules && basisText(checked.rules);
  const why = doubt?.reason ?? checked?.contradiction;
  return {
    method: source,
    ...(summary.fromFile && { fromFile: true as const }),
    ...(level !== undefined && { level: isDoubted ? ('contradicted' as const) : level }),
    ...(verification && { steps: verification.steps }),
    levels:
      checked === undefined || level === undefined || level === 'contradicted' || isDoubted
        ? []
        : levelsOf(checked).map((each) => ({
            level: each,
            holds: PROOF_LEVELS.indexOf(each) <= PROOF_LEVELS.indexOf(level),
            sentence: levelText(each, checked),
          })),
    word: [
      ...(summary.fromFile ? ['Only the maker of the file vouches for its content.'] : []),
      level === undefined
        ? 'Only the endpoint vouches for what is shown: it was not executed here.'
        : PROOF_LEVEL_TEXT[level === 'contradicted' ? 'executed' : level].open,
      ...(basis !== undefined && level !== 'compared' ? [basis] : []),
      NEVER_PROVEN,
    ],
    notChecked: [...(checked?.unchecked ?? []), ...contradictions],
    ...(why !== undefined && { doubt: why }),
    limitations,
    skipped: skipped.map(({ source: method, reason }) => ({ method, reason })),
  };
}

function errorFact({ message, name, args }: { message: string; name?: NameFact; args?: readonly Decoded[] }) {
  return { message, ...named('name', name), ...(args && { arguments: args.map(valueFact) }) };
}

function stackFact({
  contract,
  function: name,
  kind,
  step,
  place,
  sentence,
}: SourceTraceSummary['stack'][number]): StackFact {
  return { contract, function: name, kind, ...(step >= 0 && { step }), ...placed(place), sentence };
}

function consoleFact({ text, place }: SourceTraceSummary['logs'][number]) {
  return { text, ...placed(place) };
}

function placed(place: SourcePlace | undefined): { place?: PlaceFact } {
  return place === undefined ? {} : { place: { file: place.file, line: place.line } };
}

/** Returns the fact of a row. */
export function callFact(row: RowView): CallFact {
  const { depthId, depth, kind, from, to, inputs, outputs, gasUsed, failed, undone, caught } = row;
  const error = 'error' in row ? row.error : undefined;
  return {
    id: depthId,
    depth,
    kind: KIND_LOOKS[kind].word.toLowerCase(),
    from,
    ...named('fromName', row.fromName),
    ...(to && { to }),
    ...named('toName', row.toName),
    ...('implementation' in row && row.implementation && { implementation: row.implementation }),
    ...named('function', row.functionName),
    ...('selector' in row && row.selector && { selector: row.selector }),
    ...(inputs && { inputs: inputs.map(valueFact) }),
    ...(outputs && { outputs: outputs.map(valueFact) }),
    ...('value' in row && row.value && { value: BigInt(row.value).toString() }),
    ...('gas' in row && row.gas !== undefined && { gas: row.gas }),
    ...(gasUsed !== undefined && { gasUsed }),
    ...(failed && { failed }),
    ...(undone && { undone }),
    ...(caught && { caught }),
    ...(error && { error: { ...errorFact(error), ...(error.reason !== undefined && { reason: error.reason }) } }),
    ...('place' in row && placed(row.place)),
    ...('access' in row && accessFact(row.access)),
  };
}

function accessFact({ slot, transient, before, after, values }: Extract<RowView, { access: unknown }>['access']) {
  return { slot, before, after, ...(transient && { transient }), values: values.map(changeFact) };
}

function changeFact({ path, before, after }: { path: string; before: Decoded; after: Decoded }) {
  return { path, before: valueFact(before), after: valueFact(after) };
}

function eventFact(event: EventView): EventFact {
  const { depthId, from, fromName, functionName, inputs, topics, input, inputLength } = event;
  const isCut = inputLength > topics.length * TOPIC_BYTES + (input.length - 2) / 2;
  return {
    id: depthId,
    address: from,
    ...named('name', fromName),
    ...named('event', functionName),
    ...(inputs && { inputs: inputs.map(valueFact) }),
    topics,
    data: input,
    ...(isCut && { bytes: inputLength }),
  };
}

function stateFacts({ state, variables }: MinedAnswers): Part<StateFacts> {
  if (!state.ok) return { why: state.error.message };
  const { value } = state;
  const byPlace = new Map(variables.map((slot) => [`${slot.address} ${slot.key}`, slot.values]));
  return {
    origin: value.origin,
    accounts: value.accounts.map(({ address, name, coinbase, created, destructed, balance, nonce, code, storage }) => ({
      address,
      ...named('name', name),
      ...(coinbase && { coinbase }),
      ...(created && { created }),
      ...(destructed && { destructed }),
      ...(balance && { balance: { before: `${balance.before}`, after: `${balance.after}` } }),
      ...(nonce && { nonce }),
      ...(code && { code: { before: code.before.bytes, after: code.after.bytes } }),
      storage: storage.map(({ key, before, after }) => ({
        slot: key,
        before,
        after,
        variables: (byPlace.get(`${address} ${key}`) ?? []).map(changeFact),
      })),
    })),
  };
}
