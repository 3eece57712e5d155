/** Compares what `loupe tx --json` says with the answers that the tabs of the page show. */
import { expect } from 'vitest';
import type { TransactionName } from '../../devnet/names';
import type { Decoded } from '../../src/core/abi/decoded';
import { proofLevel } from '../../src/core/proof/proof-level';
import type { TransactionFacts } from '../../tools/loupe/facts/transaction';
import type { ValueFact } from '../../tools/loupe/facts/values';
import { type DemoChain, forgetAll, importDemoContracts, startEngine } from './demo-engine';
import { askAll } from './foreign/said';
import { loupe } from './loupe';

/** Expects the command to say of a transaction of the demo chain what its page shows. */
export async function toldLikeThePage(chain: DemoChain, name: TransactionName): Promise<void> {
  const key = chain.keyOf(name);
  const sources = ['--sources', chain.devnet.buildOutputPath];
  const { out, err, code } = await loupe(['tx', key.hash, '--rpc', chain.proxy.url, ...sources, '--json', '--storage']);
  expect([err, code]).toEqual(['', 0]);
  const facts = JSON.parse(out) as TransactionFacts;
  await forgetAll();
  const { engine, events: heard } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  const said = await askAll(engine, key);
  const { receipt, outcome } = said;
  const proven = heard.flatMap((event) => (event.type === 'proven' ? [event.verification.checked] : [])).at(-1);

  expect(facts).toMatchObject({
    format: 'loupe-transaction',
    version: 1,
    hash: key.hash,
    sentence: said.sentence,
    status: outcome.status,
    gasUsed: receipt.gasUsed,
    block: { number: receipt.blockNumber, hash: receipt.blockHash, index: receipt.index },
    proof: { method: 'replay', level: proven && proofLevel(proven) },
  });
  expect(facts.failure?.reason).toBe(outcome.failing?.reason);
  // The page's answers are read up to its largest window.
  const rows = (facts.calls?.rows ?? []).slice(0, said.rows.length);
  expect(rows.map(({ id }) => id)).toEqual(said.rows.map(({ depthId }) => depthId));
  expect(rows.map((row) => row.function?.text)).toEqual(said.rows.map((row) => row.functionName?.text));
  expect(rows.map(({ gasUsed }) => gasUsed)).toEqual(said.rows.map((row) => row.gasUsed));
  expect(facts.stack).toEqual(
    said.source?.stack.map(({ contract, function: called, kind, step, place, sentence }) => ({
      ...{ contract, function: called, kind, step, sentence },
      ...(place && { place: { file: place.file, line: place.line } }),
    })),
  );
  const events = facts.events?.rows ?? [];
  expect(events.map(({ address, event, topics, data }) => [address, event?.text, topics, data])).toEqual(
    said.events.map(({ from, functionName, topics, input }) => [from, functionName?.text, topics, input]),
  );
  expect(events.map(({ inputs }) => inputs?.map(plainFact))).toEqual(
    said.events.map(({ inputs }) => inputs?.map(plain)),
  );
  expect(facts.assets?.changes.map(({ address, amount }) => [address, amount])).toEqual(
    said.transfers.changes.map(({ address, amount }) => [address, `${amount}`]),
  );
  const accounts = facts.state !== undefined && 'accounts' in facts.state ? facts.state.accounts : [];
  expect(accounts.map(({ address }) => address)).toEqual(said.state.accounts.map(({ address }) => address));
  const paths = accounts.flatMap(({ storage }) => storage.flatMap(({ variables }) => variables));
  expect(new Set(paths.map(({ path }) => path))).toEqual(
    new Set(said.variables.flatMap(({ values }) => values.map(({ path }) => path))),
  );
}

/** A value of the page, and a fact of one, in the same shape. */
function plain({ name, text, items }: Decoded): unknown {
  return [name, items?.map(plain) ?? text];
}

function plainFact({ name, value }: ValueFact): unknown {
  return [name, typeof value === 'string' ? value : value.map(plainFact)];
}
