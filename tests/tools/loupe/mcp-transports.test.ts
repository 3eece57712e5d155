/** `loupe mcp` as a process: a client on the protocol's SDK asks every tool over each transport, and sends each what it does not take. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { request } from '../../../devnet/rpc';
import { startAnvil } from '../../../tools/anvil';
import { TOOLS } from '../../../tools/loupe/mcp/tools';
import { type DemoChain, startDemoChain } from '../../helpers/demo-engine';
import { expectPage } from '../../helpers/mcp-link';
import { testedProject } from '../../helpers/tested-project';

const root = resolve(import.meta.dirname, '../../..');
const [ALICE, BOB] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`];

let chain: DemoChain;
let router: string;
let project: string;
beforeAll(async () => {
  chain = await startDemoChain();
  const hash = chain.keyOf('swap-too-little').hash;
  router = ((await request(chain.devnet.rpcUrl, 'eth_getTransactionByHash', [hash])) as { to: string }).to;
  project = mkdtempSync(join(tmpdir(), 'loupe-mcp-'));
  mkdirSync(join(project, 'out/build-info'), { recursive: true });
  writeFileSync(join(project, 'foundry.toml'), '');
  writeFileSync(join(project, 'out/build-info/one.json'), testedProject());
});
afterAll(async () => {
  await chain.stop();
  rmSync(project, { recursive: true, force: true });
});

/** What each tool is asked, and a text of its answer; later ones know what earlier ones answered. */
function questions(): readonly (readonly [string, Record<string, unknown> | ((said: string) => object), string])[] {
  const transaction = chain.keyOf('swap-too-little').hash;
  const transfer = chain.keyOf('erc20-transfer').hash;
  return [
    ['transaction', { transaction }, 'TooLittleReceived'],
    ['failure', { transaction }, 'Router.swapExactTokens'],
    ['skeleton', { transaction }, '#0 → Router.swapExactTokens'],
    ['subtree', { transaction }, '#0 → Router.swapExactTokens'],
    ['search', { transaction, text: 'Transfer' }, 'match'],
    ['step', { transaction, error: true }, 'REVERT'],
    ['changes', { transaction: transfer, expression: 'balanceOf[to]' }, 'ERC20.sol'],
    ['funds', { transaction: transfer }, '1 transfer'],
    ['state', { transaction: transfer }, 'balanceOf['],
    ['compare', { first: transaction, second: transfer }, 'that differ'],
    ['contract', { address: router }, 'Router.sol:Router'],
    ['storage', { address: router, path: 'factory' }, '0x'],
    ['decode', { bytes: `0x4e487b71${'11'.padStart(64, '0')}` }, 'Panic(uint256)'],
    ['tests', {}, 'VaultTest'],
    ['run_tests', {}, '1 failed'],
    ['coverage', {}, 'Vault.sol'],
    ['simulate', { steps: [{ from: ALICE, to: BOB }] }, 'step 1'],
    ['virtual_create', { fork: false }, 'at block 0'],
    [
      'virtual_request',
      (said) => ({ network: Number(/network (\d+) at/.exec(said)?.[1]), method: 'eth_blockNumber' }),
      '0x0',
    ],
  ];
}

function argumentsOf(rpc = chain.proxy.url): string[] {
  const own = ['--rpc', rpc, '--sources', chain.devnet.buildOutputPath, '--app', 'http://app.test'];
  return ['--import', join(root, 'node_modules/tsx/dist/loader.mjs'), join(root, 'tools/loupe/main.ts'), 'mcp', ...own];
}

async function callTool(client: Client, name: string, given: object): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: given as Record<string, unknown> });
  const [{ text = '' } = {}] = content as { text?: string }[];
  return { text, isError: isError === true };
}

test('it begins before its node does: tools that need none answer, others say what to do until the node is there', async () => {
  const port = await freePort();
  const rpc = `http://127.0.0.1:${port}`;
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  const env = { PATH: process.env.PATH ?? '' };
  const server = { command: process.execPath, args: argumentsOf(rpc), cwd: project, env, stderr: 'pipe' as const };
  await client.connect(new StdioClientTransport(server));
  const without = new Map(questions().map(([name, given]) => [name, given]));
  for (const name of ['decode', 'tests', 'run_tests', 'coverage', 'virtual_create'])
    expect([name, await callTool(client, name, without.get(name) as object)]).toEqual([
      name,
      { isError: false, text: expect.stringMatching(/^proof: /) },
    ]);
  for (const [name, given] of [...without].slice(0, 12).concat([['virtual_create', { fork: true }]]))
    expect([name, await callTool(client, name, given as object)]).toEqual([
      name,
      {
        isError: true,
        text: expect.stringMatching(
          /^The node at http:\S+ does not answer \(ECONNREFUSED\)\. Start the node and ask again/,
        ),
      },
    ]);

  const node = await startAnvil({ port, chainId: 4_321 });
  onTestFinished(() => node.stop());
  const [from] = await node.call<string[]>('eth_accounts');
  const transaction = await node.call<string>('eth_sendTransaction', [{ from, to: BOB, value: '0x1' }]);
  expect(await callTool(client, 'transaction', { transaction })).toEqual({
    isError: false,
    text: expect.stringMatching(new RegExp(`^proof: \\w+\\. .*\nlink: http://app\\.test/4321/tx/${transaction}`)),
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe.each(['stdio', 'HTTP'])('over %s', (transport) => {
  let client: Client;
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1.0.0' });
    const env = { PATH: process.env.PATH ?? '' };
    if (transport === 'stdio') {
      const args = argumentsOf();
      await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: project, env }));
      return;
    }
    child = spawn(process.execPath, [...argumentsOf(), '--port', '0'], { cwd: project, env });
    const line = await new Promise<string>((done) => child?.stdout?.once('data', (part) => done(String(part))));
    const { url, headers } = JSON.parse(line) as { url: string; headers: Record<string, string> };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as Transport);
  });
  afterAll(async () => {
    await client.close();
    child?.kill('SIGINT');
  });

  const ask = (name: string, given: object) => callTool(client, name, given);

  test('every tool answers, and its link leads to a page', async () => {
    const asked = questions();
    expect(asked.map(([name]) => name)).toEqual(TOOLS.map(({ name }) => name));
    let last = '';
    for (const [name, given, expected] of asked) {
      const { text, isError } = await ask(name, typeof given === 'function' ? given(last) : given);
      expect([name, isError, text]).toEqual([name, false, expect.stringContaining(expected)]);
      expect(text.length).toBeLessThanOrEqual(3_000);
      expectPage(/^link: (.+)$/m.exec(text)?.[1] ?? '');
      last = text;
    }
  });

  test('every tool says what is to be of each argument that is none, of one that is missing and of one that it does not have', async () => {
    const good = new Map(
      questions().map(([name, given]) => [name, typeof given === 'function' ? { network: 5, method: 'eth_x' } : given]),
    );
    for (const { name, fields } of TOOLS) {
      const given = good.get(name) ?? {};
      for (const field of Object.keys(fields)) {
        // Parameters of a method are any JSON.
        if (name === 'virtual_request' && field === 'params') continue;
        const { text, isError } = await ask(name, { ...given, [field]: { no: 'such' } });
        expect([name, field, isError, text]).toEqual([
          name,
          field,
          true,
          expect.stringMatching(/ is \{"no":"such"\}, and is to be .+\. It takes |There is no argument .+ It takes /),
        ]);
        if (fields[field]?.isOptional) continue;
        const { [field]: _, ...others } = given as Record<string, unknown>;
        const missing = await ask(name, others);
        expect([name, missing.text]).toEqual([
          name,
          expect.stringMatching(/^The argument \w+ is missing: .+\. It takes /),
        ]);
      }
      const unknown = await ask(name, { ...given, nosuch: 1 });
      expect(unknown).toEqual({
        isError: true,
        text: expect.stringMatching(/^There is no argument nosuch; there are .+ It takes /),
      });
    }
  });
});
