/** Compares what `loupe tx --json` says with the answers that the tabs of the page show. */
import { expect } from 'vitest';
import type { TransactionName } from '../../devnet/names';
import type { Decoded } from '../../src/core/abi/decoded';
import { proofLevel } from '../../src/core/proof/proof-level';
import type { Engine } from '../../src/workers/engine';
import type { TransactionKey } from '../../src/workers/ids';
import type { RowDetail } from '../../src/workers/trace/rows.api';
import type { SourcePlace } from '../../src/workers/trace/source-trace.api';
import type { CallFact, TransactionFacts } from '../../tools/loupe/facts/transaction';
import type { ValueFact } from '../../tools/loupe/facts/values';
import { type DemoChain, forgetAll, importDemoContracts, startEngine } from './demo-engine';
import { askAll, type Said } from './foreign/said';
import { expectForm } from './json-form';
import { loupe } from './loupe';

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

/** Everything that the tabs of a page show. */
export type Shown = Said & { level: string | undefined };

/** Returns what the tabs of an engine's page show of a transaction, and how far it is proven in the end. */
export async function pageOf(engine: Engine): Promise<(key: TransactionKey) => Promise<Shown>> {
  let level: string | undefined;
  await engine.trace.subscribe((event) => {
    if (event.type === 'proven' && event.verification.checked) level = proofLevel(event.verification.checked);
  });
  return async (key) => {
    level = undefined;
    const said = await askAll(engine, key);
    const { checked } = said.summary.verification ?? {};
    return { ...said, level: level ?? (checked && proofLevel(checked)) };
  };
}

/** Expects the facts of the command to be what the page shows. */
export function expectLikeThePage(facts: TransactionFacts, { hash }: TransactionKey, said: Shown): void {
  const { receipt, outcome, transaction } = said;
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
    proof: { method: 'replay', level: said.level },
  });
  expect(facts.failure?.reason).toBe(outcome.failing?.reason);
  expect(facts.failure?.id).toBe(outcome.failing?.depthId);
  expectForm('tx', facts);
  // The page's answers are read up to its largest window.
  const rows = (facts.calls?.rows ?? []).slice(0, said.rows.length);
  expect(rows.map(plainCall)).toEqual(said.rows.map(plainRow));
  expect(facts.stack).toEqual(
    said.source?.stack.map(({ contract, function: called, kind, step, place, sentence }) => ({
      ...{ contract, function: called, kind, step, sentence },
      ...plainPlace(place),
    })),
  );
  expect(facts.console).toEqual(said.source?.logs.map(({ text, place }) => ({ text, ...plainPlace(place) })));
  const events = facts.events?.rows ?? [];
  expect(events.map(({ address, event, topics, data }) => [address, event?.text, topics, data])).toEqual(
    said.events.map(({ from, functionName, topics, input }) => [from, functionName?.text, topics, input]),
  );
  expect(events.map(({ inputs }) => inputs?.map(plainFact))).toEqual(
    said.events.map(({ inputs }) => inputs?.map(plain)),
  );
  expect(facts.assets?.undone).toBe(said.transfers.undone);
  expect(facts.assets?.changes.map(({ address, token, tokenId, amount }) => [address, token, tokenId, amount])).toEqual(
    said.transfers.changes.map(({ address, token, tokenId, amount }) => [
      address,
      token,
      tokenId === undefined ? undefined : `${tokenId}`,
      `${amount}`,
    ]),
  );
  expect(facts.assets?.transfers.map(({ id, from, to, amount }) => [id, from, to, amount])).toEqual(
    said.transfers.transfers.map(({ depthId, from, to, amount }) => [depthId, from, to, `${amount}`]),
  );
  expectState(facts, said);
}

function expectState({ state }: TransactionFacts, said: Shown): void {
  const accounts = state !== undefined && 'accounts' in state ? state.accounts : [];
  expect(accounts.map(({ address, balance, nonce, code }) => [address, balance, nonce, code])).toEqual(
    said.state.accounts.map(({ address, balance, nonce, code }) => [
      address,
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

/** A row of the page, and a fact of one, in the same shape. */
function plainRow(row: RowDetail): unknown {
  const error = 'error' in row ? row.error : undefined;
  const access = 'access' in row ? row.access : undefined;
  return {
    ...{ id: row.depthId, depth: row.depth, from: row.from, to: row.to, called: row.functionName?.text },
    names: [row.fromName?.text, row.toName?.text],
    // Values of internal calls are read for the rows that the page shows.
    ...('frame' in row && !access ? {} : { inputs: row.inputs?.map(short), outputs: row.outputs?.map(short) }),
    ...('frame' in row ? {} : { gasUsed: row.gasUsed }),
    ends: [row.failed, row.undone, row.caught],
    value: 'value' in row && row.value ? `${BigInt(row.value)}` : undefined,
    error: error && [error.message, error.name?.text, error.reason, error.args?.map(short)],
    place: 'place' in row && row.place ? `${row.place.file}:${row.place.line}` : undefined,
    access: access && [
      access.slot,
      access.before,
      access.after,
      access.values.map(({ path, before, after }) => [path, short(before), short(after)]),
    ],
  };
}

function plainCall(fact: CallFact): unknown {
  const { id, depth, from, to, error, place, slot, kind } = fact;
  const isInside = slot !== undefined || kind === 'fn';
  return {
    ...{ id, depth, from, to, called: fact.function?.text },
    names: [fact.fromName?.text, fact.toName?.text],
    ...(kind === 'fn' ? {} : { inputs: fact.inputs?.map(shortFact), outputs: fact.outputs?.map(shortFact) }),
    ...(isInside ? {} : { gasUsed: fact.gasUsed }),
    ends: [fact.failed ?? false, fact.undone ?? false, fact.caught ?? false],
    value: fact.value,
    error: error && [error.message, error.name?.text, error.reason, error.arguments?.map(shortFact)],
    place: place && `${place.file}:${place.line}`,
    access: slot && [
      slot,
      fact.before,
      fact.after,
      fact.values?.map(({ path, before, after }) => [path, shortFact(before), shortFact(after)]),
    ],
  };
}

function plainPlace(place: SourcePlace | undefined) {
  return place ? { place: { file: place.file, line: place.line } } : {};
}

/** A value of the page, and a fact of one, in the same shape. */
function plain({ name, text, items }: Decoded): unknown {
  return [name, items?.map(plain) ?? text];
}

function plainFact({ name, value }: ValueFact): unknown {
  return [name, typeof value === 'string' ? value : value.map(plainFact)];
}

/** Returns a plain value whose texts are cut as those of rows are. */
function short({ name, text, items }: Decoded): unknown {
  return [name, items?.map(short) ?? text.slice(0, CUT)];
}

function shortFact({ name, value }: ValueFact): unknown {
  return [name, typeof value === 'string' ? value.slice(0, CUT) : value.map(shortFact)];
}
