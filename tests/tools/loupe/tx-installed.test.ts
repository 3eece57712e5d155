/** The installed package says of every transaction what its page shows: on an Anvil, a Hardhat and an endpoint that has plain methods alone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TransactionName, transactionNotes } from '../../../devnet/names';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import type { Engine } from '../../../src/workers/engine';
import type { TransactionKey } from '../../../src/workers/ids';
import { type ForeignChain, startForeignChain } from '../../../tools/foreign-chain/chain';
import type { TransactionFacts } from '../../../tools/loupe/facts/transaction';
import { forgetAll, importDemoContracts, runDemoChain, startEngine } from '../../helpers/demo-engine';
import { type FaultProxy, startFaultProxy } from '../../helpers/fault-proxy';
import { engineOf, importBuilds } from '../../helpers/foreign/engine';
import { type InstalledLoupe, installLoupe } from '../../helpers/installed-loupe';
import { keepRows } from '../../helpers/kept-rows';
import { expectLikeThePage, pageOf, type Shown } from '../../helpers/told-like-the-page';
import '../../../tools/memory-database';

/** All that a plain endpoint does not have: traces, proofs, and what answers several questions at once. */
const REFUSED = /^(?!eth_|net_|web3_)|^eth_(getProof|getStorageValues|getBlockReceipts|createAccessList|simulateV1)$/;
/** ms for all transactions of a chain. */
const PATIENCE = 3_600_000;

let loupe: InstalledLoupe;
beforeAll(async () => {
  loupe = await installLoupe();
}, PATIENCE);
afterAll(() => loupe?.remove());

// What one endpoint's page kept is not to be shown for another.
afterEach(forgetAll);

type Page = (key: TransactionKey) => Promise<Shown>;

/**
 * Returns a page that knows nothing of the transaction before, as a command does not: two contracts of one name are told
 * apart. The builds are imported once; every transaction begins with the rows of that import.
 */
function openedAfresh(start: () => Promise<Engine>, importBuilds: (engine: Engine) => Promise<void>): Page {
  let restore: (() => Promise<void>) | undefined;
  return async (key) => {
    await forgetAll();
    await restore?.();
    const engine = await start();
    if (restore === undefined) {
      await importBuilds(engine);
      await engine.settled();
      restore = await keepRows();
    }
    const said = await (await pageOf(engine))(key);
    await engine.settled();
    return said;
  };
}

/** Expects the package to say of each transaction what its page shows; says of which it does not, and why of the first. */
async function expectAll(
  transactions: readonly { name: string; key: TransactionKey }[],
  page: Page,
  given: readonly string[],
): Promise<void> {
  const found: { name: string; thrown: unknown }[] = [];
  for (const { name, key } of transactions) {
    // One after the other: a node that executes for both at once on a busy machine answers neither in time.
    const { code, out, err } = await loupe.run(['tx', key.hash, ...given, '--json', '--storage']);
    const said = await page(key);
    try {
      expect([code, err]).toEqual([0, '']);
      expectLikeThePage(JSON.parse(out) as TransactionFacts, key, said);
    } catch (thrown) {
      found.push({ name, thrown });
    }
  }
  expect.soft(found.map(({ name }) => name)).toEqual([]);
  if (found[0]) throw found[0].thrown;
}

describe('the demo chain', () => {
  const chain = runDemoChain();

  test('on Anvil', { timeout: PATIENCE }, async () => {
    const page = openedAfresh(
      async () => (await startEngine([chain.proxy.url])).engine,
      (engine) => importDemoContracts(engine, chain),
    );
    const transactions = (Object.keys(transactionNotes) as TransactionName[])
      .map((name) => ({ name, key: chain.keyOf(name) }))
      // The largest is left out of the small chain.
      .filter(({ key }) => key.hash !== undefined);
    expect(transactions.length).toBeGreaterThan(80);
    const given = ['--rpc', chain.proxy.url, '--sources', chain.devnet.buildOutputPath];
    await expectAll(transactions, page, given);
  });
});

describe('the foreign chain', () => {
  let chain: ForeignChain;
  let proxy: FaultProxy;
  let folder: string;
  beforeAll(async () => {
    chain = await startForeignChain(31_337);
    proxy = await startFaultProxy(chain.node.rpcUrl);
    folder = mkdtempSync(join(tmpdir(), 'loupe-builds-'));
    // In the order in which the page imports them: the first that could name a function does.
    for (const [at, build] of chain.builds.entries())
      writeFileSync(join(folder, `${100 + at}.json`), JSON.stringify(build));
  }, PATIENCE);
  afterAll(async () => {
    await proxy?.stop();
    await chain?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(['Hardhat', 'plain methods'])('on %s', { timeout: PATIENCE }, async (endpoint) => {
    proxy.set(endpoint === 'Hardhat' ? {} : { refuse: REFUSED });
    const rpcUrl = proxy.url;
    const page = openedAfresh(
      () => engineOf({ ...chain, node: { ...chain.node, rpcUrl } }, 'nothing'),
      (engine) => importBuilds(engine, chain),
    );
    const transactions = chain.truth.transactions.map(({ name, hash }) => ({
      name,
      key: { networkId: chain.node.chainId as NetworkId, hash: hash as Hash },
    }));
    expect(transactions.length).toBeGreaterThanOrEqual(60);
    await expectAll(transactions, page, ['--rpc', rpcUrl, '--sources', folder]);
  });
});
