/**
 * `npx tsx tools/chain-shots.ts [DIR]`: takes the pictures of docs/screens that
 * other chains are in: a recorded transaction of the OP Stack, from the data in
 * DIR/chains (tools/conformance), and one of a chain that nobody knows.
 */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { chromium, type Page } from 'playwright-core';
import { chromiumArgs, offlineArgs, requireChromium } from './chromium';
import { openRecorded } from './conformance/chains/recorded-chain';
import { startRecordedNode } from './conformance/chains/recorded-node';
import { startLieChain } from './conformance/lies/chain';
import { startFaultProxy } from './fault-proxy';
import { asWebp } from './picture';
import { serveFolder } from './static-server';

const data = resolve(process.argv[2] ?? '../shared/fixtures', 'chains');
const screens = resolve(import.meta.dirname, '../docs/screens');
/** A swap, in the middle of its block. */
const SWAP = 6;
const UNKNOWN = 9_994_242;

type Shot = {
  name: string;
  height: number;
  networkId: number;
  url: string;
  hash: string;
  ready: (page: Page) => Promise<unknown>;
};

const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: [...chromiumArgs(), ...offlineArgs()],
});
try {
  const recorded = await openRecorded(data, 'opStack');
  const node = await startRecordedNode(recorded);
  const fees = (page: Page) =>
    page.getByRole('region', { name: 'Fees', exact: true }).getByText('L1FeeVault').waitFor();
  const { networkId } = recorded.block;
  await take({
    name: 'op-stack',
    height: 1800,
    networkId,
    url: node.url,
    hash: String(recorded.transactions[SWAP]?.hash),
    ready: fees,
  });
  await node.stop();

  const chain = await startLieChain(UNKNOWN);
  const proxy = await startFaultProxy(chain.anvil.url);
  // It says nothing of itself.
  proxy.set({ refuse: /^(anvil_nodeInfo|hardhat_metadata|eth_config|debug_|trace_|ots_)/ });
  const compared = (page: Page) => page.getByText('Ethereum’s were tried').first().waitFor();
  const hash = String(chain.targets.get('nested')?.hash);
  await take({ name: 'unknown-chain', height: 1100, networkId: UNKNOWN, url: proxy.url, hash, ready: compared });
  await proxy.stop();
  await chain.stop();
} finally {
  await browser.close();
}

async function take({ name, height, networkId, url, hash, ready }: Shot): Promise<void> {
  const config = { networks: [{ id: networkId, rpcUrls: [url] }], defaultNetwork: networkId };
  const app = await serveFolder('dist', { overrides: { '/config.json': JSON.stringify(config) } });
  const page = await browser.newPage({ viewport: { width: 1440, height }, reducedMotion: 'reduce' });
  await page.goto(`${app.url}/${networkId}/tx/${hash}`);
  await ready(page);
  await page.evaluate(() => document.fonts.ready);
  const file = join(screens, `${name}-1440-light.webp`);
  await writeFile(file, await asWebp(page, await page.screenshot()));
  console.log(file);
  await page.close();
  await app.close();
}
