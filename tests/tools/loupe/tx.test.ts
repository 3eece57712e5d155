/** `loupe tx`: what it says of the demo chain is what the pages show, asked of an engine of its own. */
import { describe, expect, test } from 'vitest';
import { type TransactionName, transactionNotes } from '../../../devnet/names';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { TransactionFacts } from '../../../tools/loupe/facts/transaction';
import type { ValueFact } from '../../../tools/loupe/facts/values';
import { forgetAll, importDemoContracts, newJob, runDemoChain, startEngine } from '../../helpers/demo-engine';
import { askAll } from '../../helpers/foreign/said';
import { loupe } from '../../helpers/loupe';

const chain = runDemoChain();

function tx(name: TransactionName, ...more: readonly string[]) {
  const { hash } = chain.keyOf(name);
  return loupe(['tx', hash, '--rpc', chain.proxy.url, '--sources', chain.devnet.buildOutputPath, ...more]);
}

async function factsOf(name: TransactionName, ...more: readonly string[]): Promise<TransactionFacts> {
  const { out, err, code } = await tx(name, '--json', '--storage', ...more);
  expect([err, code]).toEqual(['', 0]);
  return JSON.parse(out) as TransactionFacts;
}

/** A value of the page, to compare with a fact. */
function plain({ name, text, items }: Decoded): unknown {
  return [name, items?.map(plain) ?? text];
}

function plainFact({ name, value }: ValueFact): unknown {
  return [name, typeof value === 'string' ? value : value.map(plainFact)];
}

const names = Object.keys(transactionNotes) as TransactionName[];

describe('as JSON it says what the page shows of', () => {
  test.each(names)('%s', async (name) => {
    const key = chain.keyOf(name);
    if (key.hash === undefined) return; // the largest is left out of the small chain
    const facts = await factsOf(name);
    await forgetAll();
    const { engine } = await startEngine([chain.proxy.url]);
    await importDemoContracts(engine, chain);
    const said = await askAll(engine, key);
    const { receipt, outcome } = said;

    expect(facts).toMatchObject({
      format: 'loupe-transaction',
      version: 1,
      hash: key.hash,
      sentence: said.sentence,
      status: outcome.status,
      gasUsed: receipt.gasUsed,
      block: { number: receipt.blockNumber, hash: receipt.blockHash, index: receipt.index },
      proof: { method: 'replay', level: 'proven' },
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
    await engine.trace.cancel(newJob());
  });
});
