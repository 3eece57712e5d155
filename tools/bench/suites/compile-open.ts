/**
 * Opening a failed transaction of a contract whose sources are compiled first:
 * the longest task of the page's main thread from the address on, through
 * loading and running a compiler, until the stack trace has its lines. The best
 * of the visits counts, each in a fresh profile: other work on the machine can
 * only lengthen a task.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { startAnvil } from '../../anvil';
import { compilerListUrl, servedCompilers } from '../../solc/served';
import { serveFolder } from '../../static-server';
import type { Bench } from '../bench';
import { launchChromium } from '../chromium';
import { atMost } from '../figures';
import { openSession } from '../page-session';
import { NODE_ARGUMENTS } from '../workload/workload';

const DIST = resolve(import.meta.dirname, '../../../dist');
const CHAIN = 31337;
const VISITS = 3;
const LIMIT = 100; // ms
const VERSION = '0.8.37';

type Output = { contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>> };
type Call = <T>(method: string, params: readonly unknown[]) => Promise<T>;

export const bench: Bench = {
  name: 'compile-open',
  async *run() {
    if (!existsSync(join(DIST, 'index.html')))
      throw new Error('There is no build to measure: run npm run build first.');
    const { build, creation } = buildOutput();
    const node = await startAnvil({ chainId: CHAIN, args: NODE_ARGUMENTS });
    try {
      const hash = await failOnce((method, params) => node.call(method, params), creation);
      const config = JSON.stringify({
        variant: 'workbench',
        defaultNetwork: CHAIN,
        networks: [{ id: CHAIN, name: 'Anvil', testnet: true, rpcUrls: [node.url] }],
        buildOutput: ['/build.json'],
        thirdParties: { compilers: compilerListUrl },
      });
      const { list, files } = servedCompilers();
      const overrides = { '/config.json': config, '/build.json': build, [compilerListUrl]: list };
      const server = await serveFolder(DIST, { overrides, files });
      const browser = await launchChromium();
      try {
        let longest = Number.POSITIVE_INFINITY;
        for (let visit = 0; visit < VISITS; visit++)
          longest = Math.min(longest, await longestTaskOf(browser, `${server.url}/${CHAIN}/tx/${hash}`));
        yield atMost('longest main-thread task while a compiler loads and runs', longest, 'ms', LIMIT);
      } finally {
        await browser.close();
        await server.close();
      }
    } finally {
      await node.stop();
    }
  },
};

/** A build that has code but neither trees nor source maps, so the sources are compiled again. */
function buildOutput(): { build: string; creation: string } {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string; version(): string };
  const content = readFileSync(join(import.meta.dirname, '../workload/Machine.sol'), 'utf8');
  const selected = ['abi', 'metadata', 'evm.bytecode.object', 'evm.deployedBytecode.object'];
  const input = {
    language: 'Solidity',
    sources: { 'Machine.sol': { content } },
    settings: {
      evmVersion: 'cancun',
      viaIR: true,
      optimizer: { enabled: true },
      outputSelection: { '*': { '*': selected } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
  const creation = output.contracts['Machine.sol']?.Swaps?.evm.bytecode.object;
  if (creation === undefined) throw new Error('The workload has no contract Swaps.');
  const solcLongVersion = solc.version().replace(/\.Emscripten.*$/, '');
  return { creation, build: JSON.stringify({ id: 'machine', solcVersion: VERSION, solcLongVersion, input, output }) };
}

/** Deploys, and sends swaps with less gas than they need. */
async function failOnce(call: Call, creation: string): Promise<string> {
  const [from] = await call<string[]>('eth_accounts', []);
  const send = async (transaction: object, gas: number): Promise<{ hash: string; created: string | null }> => {
    const parameters = { from, gas: `0x${gas.toString(16)}`, gasPrice: '0x3b9aca00', ...transaction };
    const hash = await call<string>('eth_sendTransaction', [parameters]);
    for (;;) {
      const receipt = await call<{ contractAddress: string | null } | null>('eth_getTransactionReceipt', [hash]);
      if (receipt) return { hash, created: receipt.contractAddress };
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  const { created } = await send({ data: `0x${creation}` }, 30_000_000);
  // run(uint256)
  return (await send({ to: created, data: `0xa444f5e9${(50).toString(16).padStart(64, '0')}` }, 900_000)).hash;
}

async function longestTaskOf(browser: Browser, url: string): Promise<number> {
  const session = await openSession(browser);
  await session.visit(url, () => /Machine\.sol:\d+/.test(document.body.textContent ?? ''));
  const longest = await session.longestTask();
  await session.close();
  return longest;
}
