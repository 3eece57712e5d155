/**
 * `npx tsx tools/chain-shots.ts [DIR]`: takes the pictures of docs/screens that
 * other chains are in: recorded transactions of the families whose blocks are
 * in DIR/chains (tools/conformance), those that are made up of the others, and
 * one of a chain that nobody knows. Names after DIR narrow it to some.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { chromium, type Page } from 'playwright-core';
import { chromiumArgs, offlineArgs, requireChromium } from './chromium';
import { CONTRACT, makeUp, VALUE } from './conformance/chains/made-up-block';
import { MADE_UP } from './conformance/chains/made-up-families';
import { openRecorded, RECORDED, type RecordedName } from './conformance/chains/recorded-chain';
import { type RecordedChain, startRecordedNode } from './conformance/chains/recorded-node';
import { startLieChain } from './conformance/lies/chain';
import { startFaultProxy } from './fault-proxy';
import { asWebp } from './picture';
import { serveFolder } from './static-server';

const [folder = '../shared/fixtures', ...only] = process.argv.slice(2);
const data = resolve(folder, 'chains');
const isAsked = (name: string): boolean => only.length === 0 || only.includes(name);
const screens = resolve(import.meta.dirname, '../docs/screens');
const UNKNOWN = 9_994_242;

type Shot = {
  name: string;
  height: number;
  networkId: number;
  url: string;
  hash: string;
  ready: (page: Page) => Promise<unknown>;
};

const fees = (page: Page) => page.getByRole('region', { name: 'Fees', exact: true }).waitFor();
/** Pictures of recorded transactions; `index` is the place in the block. */
const RECORDINGS: readonly (Pick<Shot, 'name' | 'height' | 'ready'> & { recording: RecordedName; index: number })[] = [
  // A swap, in the middle of its block.
  { name: 'op-stack', recording: 'opStack', index: 6, height: 800, ready: fees },
  // One that pays in a token, and fails.
  {
    name: 'celo',
    recording: 'celo',
    index: 4,
    height: 860,
    ready: async (page) => {
      await page.getByText('Verified replay').waitFor();
      await page.getByText('Stack trace').waitFor();
    },
  },
  { name: 'scroll', recording: 'scrollFeynman', index: 2, height: 620, ready: fees },
  { name: 'linea', recording: 'linea', index: 0, height: 620, ready: fees },
  { name: 'taiko', recording: 'taiko', index: 1, height: 620, ready: fees },
];

const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: [...chromiumArgs(), ...offlineArgs()],
});
try {
  for (const { name, recording, index, height, ready } of RECORDINGS) {
    if (!isAsked(name) || !existsSync(join(data, RECORDED[recording]))) continue;
    await takeOf(await openRecorded(data, recording), index, { name, height, ready });
  }
  for (const [family, given] of Object.entries(MADE_UP)) {
    const name = fileNameOf(family);
    if (!isAsked(name)) continue;
    const chain = await makeUp(given);
    const call = chain.transactions.findIndex(({ to, value }) => to === CONTRACT && value === VALUE);
    await takeOf(chain, call, { name, height: 620, ready: fees });
  }
  if (isAsked('unknown-chain')) await takeUnknown();
} finally {
  await browser.close();
}

function fileNameOf(family: string): string {
  return family.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

async function takeOf(
  chain: RecordedChain,
  index: number,
  shot: Pick<Shot, 'name' | 'height' | 'ready'>,
): Promise<void> {
  const node = await startRecordedNode(chain);
  const { networkId } = chain.block;
  await take({ ...shot, networkId, url: node.url, hash: String(chain.transactions[index]?.hash) });
  await node.stop();
}

async function takeUnknown(): Promise<void> {
  const chain = await startLieChain(UNKNOWN);
  const proxy = await startFaultProxy(chain.anvil.url);
  // It says nothing of itself.
  proxy.set({ refuse: /^(anvil_nodeInfo|hardhat_metadata|eth_config|debug_|trace_|ots_)/ });
  const compared = (page: Page) => page.getByText('Ethereum’s were tried').first().waitFor();
  const hash = String(chain.targets.get('nested')?.hash);
  await take({ name: 'unknown-chain', height: 900, networkId: UNKNOWN, url: proxy.url, hash, ready: compared });
  await proxy.stop();
  await chain.stop();
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
