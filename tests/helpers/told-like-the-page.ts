/** Compares what `loupe tx --json` says with the answers that the tabs of the page show. */
import { parseUnits } from 'viem';
import { expect } from 'vitest';
import type { TransactionName } from '../../devnet/names';
import { KIND_LOOKS } from '../../src/app/views/trace/row-kind-looks';
import { REFUSALS } from '../../src/app/views/transaction/authorization-text';
import type { Decoded } from '../../src/core/abi/decoded';
import { amountOf } from '../../src/core/abi/value-text';
import type { Name } from '../../src/core/chain/name';
import type { Network } from '../../src/core/chain/network';
import { ZERO_ADDRESS } from '../../src/core/chain/zero-address';
import { type Checked, proofLevel } from '../../src/core/proof/proof-level';
import { PROOF_LEVEL_TEXT } from '../../src/core/proof/proof-level-text';
import type { Engine } from '../../src/workers/engine';
import type { TransactionKey } from '../../src/workers/ids';
import type { RowDetail } from '../../src/workers/trace/rows.api';
import type { SourcePlace } from '../../src/workers/trace/source-trace.api';
import type { CallFact, TransactionFacts } from '../../tools/loupe/facts/transaction';
import type { NameFact, ValueFact } from '../../tools/loupe/facts/values';
import { type DemoChain, forgetAll, importDemoContracts, startEngine } from './demo-engine';
import { askAll, type Said } from './foreign/said';
import { expectForm } from './json-form';
import { loupe } from './loupe';
import { generalFields, listedTexts, proofTexts } from './page-texts';

/** What the page's icon of a row says of it (row-kind-looks.ts). */
const KIND_WORDS = Object.fromEntries(Object.entries(KIND_LOOKS).map(([kind, { word }]) => [kind, word.toLowerCase()]));
/** Characters of a text of a row (rows.api.ts); the page's detail has it whole. */
const CUT = 200;

/** Expects the command to say of a transaction of the demo chain what its page shows. */
export async function toldLikeThePage(chain: DemoChain, name: TransactionName): Promise<void> {
  const key = chain.keyOf(name);
  const sources = ['--sources', chain.devnet.buildOutputPath];
  const { out, err, code } = await loupe(['tx', key.hash, '--rpc', chain.proxy.url, ...sources, '--json', '--storage']);
  expect([err, code]).toEqual(['', 0]);
  await forgetAll();
  const { engine } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  expectLikeThePage(JSON.parse(out), key, await (await pageOf(engine))(key));
}

/** Everything that the tabs of a page show; `checked` is how far the transaction is proven in the end. */
export type Shown = Said & { network: Network; checked: Checked | undefined };

/** Returns what the tabs of an engine's page show of a transaction, and how far it is proven in the end. */
export async function pageOf(engine: Engine): Promise<(key: TransactionKey) => Promise<Shown>> {
  let checked: Checked | undefined;
  await engine.trace.subscribe((event) => {
    if (event.type === 'proven') checked = event.verification.checked ?? checked;
  });
  const networks = await engine.chain.networks();
  return async (key) => {
    checked = undefined;
    const said = await askAll(engine, key);
    const network = networks.find(({ id }) => id === key.networkId);
    if (network === undefined) throw new Error(`the network ${key.networkId} is not known`);
    return { ...said, network, checked: checked ?? said.summary.verification?.checked };
  };
}

/** Expects the facts of the command to be what the page shows. */
export function expectLikeThePage(facts: TransactionFacts, { hash }: TransactionKey, said: Shown): void {
  const { receipt, outcome, transaction, checked } = said;
  expect(facts).toMatchObject({
    format: 'loupe-transaction',
    version: 1,
    hash,
    sentence: said.sentence,
    status: outcome.status,
    from: transaction.from,
    ...(transaction.to && { to: transaction.to }),
    value: `${transaction.value}`,
    input: transaction.input,
    nonce: transaction.nonce,
    type: transaction.type,
    gasLimit: transaction.gas,
    gasUsed: receipt.gasUsed,
    block: { number: receipt.blockNumber, hash: receipt.blockHash, index: receipt.index },
    proof: { method: 'replay', level: checked && proofLevel(checked), steps: said.summary.verification?.steps },
  });
  expectGeneral(facts, said);
  expectLists(facts, said);
  expectProof(facts, checked);
  const { failing } = outcome;
  expect(
    facts.failure && [...plainFailure(facts.failure), facts.failure.arguments?.map((fact) => plainFact(fact))],
  ).toEqual(
    failing && [
      ...[failing.depthId, failing.reason, failing.error.message, nameOf(failing.error.name)],
      failing.error.args?.map((value) => plain(value)),
    ],
  );
  // Nothing is left out: fewer rows are there than are written unless fewer are asked for.
  expect([facts.calls?.count, facts.events?.count]).toEqual([facts.calls?.rows.length, facts.events?.rows.length]);
  expectForm('tx', facts);
  // The page's answers are read up to its largest window.
  const rows = (facts.calls?.rows ?? []).slice(0, said.rows.length);
  expect(rows.map(plainCall)).toEqual(said.rows.map(plainRow));
  expect(facts.stack).toEqual(
    said.source?.stack.map(({ contract, function: called, kind, step, place, sentence }) => ({
      ...{ contract, function: called, kind, sentence, ...(step >= 0 && { step }) },
      ...plainPlace(place),
    })),
  );
  expect(facts.console).toEqual(said.source?.logs.map(({ text, place }) => ({ text, ...plainPlace(place) })));
  const events = facts.events?.rows ?? [];
  expect(
    events.map(({ id, address, name, event, topics, data }) => [
      id,
      address,
      nameOf(name),
      nameOf(event),
      topics,
      data,
    ]),
  ).toEqual(
    said.events.map(({ depthId, from, fromName, functionName, topics, input }) => [
      ...[depthId, from, nameOf(fromName), nameOf(functionName), topics, input],
    ]),
  );
  expect(events.map(({ inputs }) => inputs?.map((fact) => plainFact(fact)))).toEqual(
    said.events.map(({ inputs }) => inputs?.map((value) => plain(value))),
  );
  const { undone, unsure, count, transfers, changes, tokens } = said.transfers;
  expect([facts.assets?.undone, facts.assets?.unsure, facts.assets?.count]).toEqual([undone, unsure, count]);
  const digits = (number: bigint | undefined) => (number === undefined ? undefined : `${number}`);
  expect(
    facts.assets?.changes.map(({ address, standard, token, tokenId, amount }) => [
      address,
      standard,
      token,
      tokenId,
      amount,
    ]),
  ).toEqual(
    changes.map(({ address, standard, token, tokenId, amount }) => [
      ...[address, standard, token, digits(tokenId), digits(amount)],
    ]),
  );
  expect(
    facts.assets?.transfers.map(({ id, standard, token, tokenId, from, to, amount }) => [
      ...[id, standard, token, tokenId, from, to, amount],
    ]),
  ).toEqual(
    transfers.map(({ depthId, standard, token, tokenId, from, to, amount }) => [
      ...[depthId, standard, token, digits(tokenId), from, to, digits(amount)],
    ]),
  );
  expect(
    facts.assets?.tokens.map(({ address, standard, symbol, decimals, name }) => [
      ...[address, standard, symbol, decimals, nameOf(name)],
    ]),
  ).toEqual(
    tokens.map(({ address, standard, symbol, decimals, name }) => [address, standard, symbol, decimals, nameOf(name)]),
  );
  expectState(facts, said);
}

/** Expects the facts to be those that the page shows as general information, in its words. */
function expectGeneral({ network, block, fee, tokenFee, ...facts }: TransactionFacts, said: Shown): void {
  const shown = generalFields(said.record, said.network, said.outcome);
  const number = (label: string) => Number(shown[label]?.replaceAll(',', ''));
  const { symbol, decimals } = network.currency;
  const weiOf = (label: string) =>
    shown[label] && `${parseUnits(shown[label].replaceAll(',', '').replace(` ${symbol}`, ''), decimals)}`;
  expect({ network: `${network.name} ${network.id}`, hash: facts.hash, from: facts.from, to: facts.to }).toEqual({
    network: shown.Network,
    hash: shown.Hash,
    from: shown.From,
    to: shown.To,
  });
  // As `formatUtc` writes a time.
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4,}) ([\d:]+) UTC$/.exec(shown.Timestamp ?? '') ?? [];
  expect(block).toEqual({
    number: number('Block'),
    hash: shown['Block hash'],
    index: number('Index'),
    timestamp: Date.parse(`${year}-${month}-${day}T${time}Z`) / 1000,
  });
  expect([facts.created, facts.nonce, facts.gasLimit, facts.gasUsed]).toEqual([
    shown['Created contract'],
    ...['Nonce', 'Gas limit', 'Gas used'].map(number),
  ]);
  expect([facts.value, fee, tokenFee]).toEqual([weiOf('Value'), weiOf('Fee'), undefined]);
}

/** Expects authorisations, blobs and the access list to be those of the page. */
function expectLists({ authorizations = [], blobs = [], accessList = [] }: TransactionFacts, said: Shown): void {
  const shown = listedTexts(said.transaction, said.authorizations);
  expect(
    authorizations.map(({ authority, delegate, chainId, nonce, applied, refusal }) => [
      ...[authority ?? [], delegate === ZERO_ADDRESS ? [] : delegate].flat(),
      applied === undefined ? '' : applied ? 'applied' : 'not applied',
      refusal === undefined ? '' : REFUSALS[refusal],
      ...[chainId === '0' ? 'any' : chainId, nonce],
    ]),
  ).toEqual(shown.authorizations);
  const listed = accessList.flatMap(({ address, storageKeys }) => [address, ...storageKeys]);
  expect([...blobs, ...listed]).toEqual(shown.others);
}

/** Expects the sentences of the proof to be those of the page. Which blocks were seen before, and how many calls it took, is the page's alone. */
function expectProof({ proof }: TransactionFacts, checked: Checked | undefined): void {
  const shown = checked && proofTexts(checked);
  expect(
    proof?.levels.map(
      ({ level, holds, sentence }) => `${holds ? '✓' : '–'}${PROOF_LEVEL_TEXT[level].name} ${sentence}`,
    ),
  ).toEqual(shown?.levels ?? []);
  expect([...(proof?.word ?? []), ...(proof?.notChecked ?? [])]).toEqual(
    shown?.others.filter((text) => !text.startsWith('These checks took')),
  );
}

function expectState({ state }: TransactionFacts, said: Shown): void {
  const accounts = state !== undefined && 'accounts' in state ? state.accounts : [];
  expect(
    accounts.map(({ address, name, balance, nonce, code }) => [address, nameOf(name), balance, nonce, code]),
  ).toEqual(
    said.state.accounts.map(({ address, name, balance, nonce, code }) => [
      address,
      nameOf(name),
      balance && { before: `${balance.before}`, after: `${balance.after}` },
      nonce,
      code && { before: code.before.bytes, after: code.after.bytes },
    ]),
  );
  expect(accounts.flatMap(({ storage }) => storage.map(({ slot, before, after }) => [slot, before, after]))).toEqual(
    said.state.accounts.flatMap(({ storage }) => storage.map(({ key, before, after }) => [key, before, after])),
  );
  const byPath = ([a]: [string, ...unknown[]], [b]: [string, ...unknown[]]) => (a < b ? -1 : 1);
  const variables = accounts.flatMap(({ address, storage }) =>
    storage.flatMap(({ slot, variables: each }) =>
      each.map(({ path, before, after }): [string, ...unknown[]] => [
        `${address} ${slot} ${path}`,
        plainFact(before),
        plainFact(after),
      ]),
    ),
  );
  const changed = new Set(
    said.state.accounts.flatMap(({ address, storage }) => storage.map(({ key }) => `${address} ${key}`)),
  );
  const shown = said.variables.flatMap(({ address, key, values }) =>
    changed.has(`${address} ${key}`)
      ? values.map(({ path, before, after }): [string, ...unknown[]] => [
          `${address} ${key} ${path}`,
          plain(before),
          plain(after),
        ])
      : [],
  );
  expect(variables.sort(byPath)).toEqual(shown.sort(byPath));
}

function plainFailure({ id, reason, message, name }: NonNullable<TransactionFacts['failure']>): unknown[] {
  return [id, reason, message, nameOf(name)];
}

/** A row of the page, and a fact of one, in the same shape. */
function plainRow(row: RowDetail): unknown {
  const error = 'error' in row ? row.error : undefined;
  const access = 'access' in row ? row.access : undefined;
  return {
    ...{ id: row.depthId, depth: row.depth, from: row.from, to: row.to, called: nameOf(row.functionName) },
    kind: KIND_WORDS[row.kind],
    names: [nameOf(row.fromName), nameOf(row.toName)],
    code: ['implementation' in row ? row.implementation : undefined, 'selector' in row ? row.selector : undefined],
    gas: 'gas' in row ? row.gas : undefined,
    // Values of internal calls are read for the rows that the page shows.
    ...('frame' in row && !access ? {} : { inputs: row.inputs?.map(short), outputs: row.outputs?.map(short) }),
    ...('frame' in row ? {} : { gasUsed: row.gasUsed }),
    ends: [row.failed, row.undone, row.caught],
    value: 'value' in row && row.value ? `${BigInt(row.value)}` : undefined,
    error: error && [error.message, nameOf(error.name), error.reason, error.args?.map(short)],
    place: 'place' in row && row.place ? `${row.place.file}:${row.place.line}` : undefined,
    access: access && [
      access.slot,
      access.before,
      access.after,
      access.transient ?? false,
      access.values.map(({ path, before, after }) => [path, short(before), short(after)]),
    ],
  };
}

function plainCall(fact: CallFact): unknown {
  const { id, depth, from, to, error, place, slot, kind } = fact;
  const isInside = slot !== undefined || kind === 'fn';
  return {
    ...{ id, depth, from, to, called: nameOf(fact.function) },
    kind,
    names: [nameOf(fact.fromName), nameOf(fact.toName)],
    code: [fact.implementation, fact.selector],
    gas: fact.gas,
    ...(kind === 'fn' ? {} : { inputs: fact.inputs?.map(shortFact), outputs: fact.outputs?.map(shortFact) }),
    ...(isInside ? {} : { gasUsed: fact.gasUsed }),
    ends: [fact.failed ?? false, fact.undone ?? false, fact.caught ?? false],
    value: fact.value,
    error: error && [error.message, nameOf(error.name), error.reason, error.arguments?.map(shortFact)],
    place: place && `${place.file}:${place.line}`,
    access: slot && [
      slot,
      fact.before,
      fact.after,
      fact.transient ?? false,
      fact.values?.map(({ path, before, after }) => [path, shortFact(before), shortFact(after)]),
    ],
  };
}

function plainPlace(place: SourcePlace | undefined) {
  return place ? { place: { file: place.file, line: place.line } } : {};
}

/** A value of the page with all that is shown beside it, and a fact of one, in the same shape; texts of at most `cut` characters. */
function plain(value: Decoded, cut = Number.POSITIVE_INFINITY): unknown {
  const { name, type, text, items, member, known, unknown, hashed, nested } = value;
  return [
    ...[name, type, items?.map((item) => plain(item, cut)) ?? text.slice(0, cut), member, known?.text],
    ...[amountOf(value)?.exact, unknown ?? false, hashed ?? false, nested?.map((call) => plain(call, cut))],
  ];
}

function plainFact(fact: ValueFact, cut = Number.POSITIVE_INFINITY): unknown {
  const { name, type, value, member, label, amount, isUnknown, isHash, calls } = fact;
  return [
    ...[name, type, typeof value === 'string' ? value.slice(0, cut) : value.map((item) => plainFact(item, cut))],
    ...[member, label, amount, isUnknown ?? false, isHash ?? false, calls?.map((call) => plainFact(call, cut))],
  ];
}

/** As `plain`, with texts that are cut as those of rows are. */
const short = (value: Decoded) => plain(value, CUT);
const shortFact = (fact: ValueFact) => plainFact(fact, CUT);
/** A name, and who says so. */
const nameOf = (name: Name | NameFact | undefined) => name && [name.text, name.origin];
