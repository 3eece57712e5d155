/**
 * `npm run generate:commands`: a page for each command of `loupe` in docs/command-line/, with its help and an example that
 * was run on the demo chain. The test of the pages holds their help against the command's.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Devnet, startDevnet } from '../../devnet/demo-chain';
import { request } from '../../devnet/rpc';
import { COMMANDS } from '../loupe/commands';
import { runLoupe } from '../loupe/run';
import { commandPage } from '../loupe/text/command-page';

const root = join(import.meta.dirname, '../..');
/** Lines of an example at most. */
const MOST_LINES = 32;
const ENV = { LOUPE_MCP_TOKEN: 'a-token-of-your-own' };

const BOX = 'contract Box { uint256 public held; function put(uint256 value) external { held = value; } }';
const TESTS = `import {Box} from "../src/Box.sol";
contract BoxTest {
  Box box;
  function setUp() public { box = new Box(); }
  function testPut() public { box.put(2); require(box.held() == 2, "not held"); }
  function testPutTwice() public {
    box.put(2);
    box.put(3);
    require(box.held() == 5, "not added");
  }
}`;

/** Writes the project that examples run in, and what they read. */
function writeProject(folder: string, devnet: Devnet): void {
  const [from = '', to = ''] = Object.keys(devnet.manifest.accounts);
  const json = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content));
  for (const name of ['artifacts/build-info', 'box/out/build-info']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'hardhat.config.ts'), '');
  cpSync(devnet.buildOutputPath, join(folder, 'artifacts/build-info/1.json'));
  const steps = [{ label: 'pay', from, to, value: '1 ether', expect: { gas: '21000' } }];
  json('pay.json', {
    format: 'loupe-simulation',
    version: 1,
    network: String(devnet.manifest.chainId),
    blocks: [{ steps }],
  });
  json('watches.json', {
    endpoint: devnet.rpcUrl,
    networkId: devnet.manifest.chainId,
    watches: [{ name: 'fails', condition: { on: 'failed' } }],
  });
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string; version(): string };
  const outputs = ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'];
  const input = {
    language: 'Solidity',
    sources: { 'src/Box.sol': { content: BOX }, 'test/Box.t.sol': { content: TESTS } },
    settings: { outputSelection: { '*': { '*': outputs, '': ['ast'] } } },
  };
  const [version] = solc.version().split('.Emscripten');
  const output: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  json('box/out/build-info/1.json', { id: 'box', solcLongVersion: version, input, output });
  writeFileSync(join(folder, 'box/foundry.toml'), '');
}

/** Runs a command and returns what it printed. One that goes on is ended once it printed something, or was quiet for a while. */
function printed(given: readonly string[], folder: string, goesOn: boolean, url: string): Promise<string> {
  if (!goesOn) {
    let text = '';
    const write = (part: string) => {
      text += part;
    };
    const io = { out: write, err: write, isTerminal: false, isErrTerminal: false, width: 110, folder };
    return runLoupe(given, { ...io, environment: { ...ENV, ETH_RPC_URL: url } }).then(() => text);
  }
  return new Promise((resolve) => {
    const loader = join(root, 'node_modules/tsx/dist/loader.mjs');
    const child: ChildProcess = spawn(
      process.execPath,
      ['--import', loader, join(root, 'tools/loupe/main.ts'), ...given],
      {
        cwd: folder,
        env: { ...process.env, ...ENV, ETH_RPC_URL: url },
      },
    );
    let text = '';
    child.stdout?.on('data', (part: Buffer) => {
      text += String(part);
      setTimeout(() => child.kill('SIGINT'), 500);
    });
    child.on('close', () => resolve(text));
  });
}

/** Sends a transaction that fails. */
async function fail(devnet: Devnet, to: string): Promise<void> {
  const [from] = (await request(devnet.rpcUrl, 'eth_accounts', [])) as readonly string[];
  await request(devnet.rpcUrl, 'eth_sendTransaction', [{ from, to, data: '0xdeadbeef', gas: '0x30000' }]);
}

const devnet = await startDevnet({ small: true });
const folder = mkdtempSync(join(tmpdir(), 'loupe-pages-'));
try {
  writeProject(folder, devnet);
  const failed = devnet.hashOf('swap-too-little');
  const moved = devnet.hashOf('erc20-transfer');
  await printed(['tx', failed, '--file', 'swap.loupe'], folder, false, devnet.rpcUrl);
  const router = devnet.addressOf('Router');
  const examples: Record<string, { given: string[]; goesOn?: boolean; within?: string }> = {
    serve: { given: ['--no-open', '--port', '4273'], goesOn: true },
    tx: { given: [failed] },
    step: { given: [failed, '--error'] },
    diff: { given: [moved, devnet.hashOf('erc20-mint')] },
    profile: { given: [failed, '--format', 'lines', '--rows', '5'] },
    open: { given: ['swap.loupe', '--depth', '1'] },
    decode: { given: [`0x4e487b71${'11'.padStart(64, '0')}`] },
    storage: { given: [router] },
    contract: { given: [router] },
    verify: { given: [router, 'artifacts'] },
    simulate: { given: ['pay.json', '--rpc', devnet.rpcUrl] },
    check: { given: ['pay.json', '--rpc', devnet.rpcUrl] },
    test: { given: [], within: 'box' },
    watch: { given: ['watches.json'], goesOn: true },
    rpc: { given: ['--port', '8646'], goesOn: true },
    mcp: { given: ['--port', '7000', '--app', 'http://127.0.0.1:4173'], goesOn: true },
  };
  mkdirSync(join(root, 'docs/command-line'), { recursive: true });
  for (const { name, load } of COMMANDS) {
    const { given, goesOn = false, within = '.' } = examples[name] ?? { given: [] };
    const shown = (text: string) => text.replaceAll(devnet.rpcUrl, 'http://127.0.0.1:8545');
    process.chdir(join(folder, within));
    // A watch finds what happens from now on.
    const failing = name === 'watch' ? setInterval(() => void fail(devnet, router), 1_000) : undefined;
    const answer = await printed([name, ...given], join(folder, within), goesOn, devnet.rpcUrl);
    clearInterval(failing);
    const lines = shown(answer).replaceAll(folder, '.').trimEnd().split('\n');
    const cut = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
    const command = `$ loupe ${[name, ...given].join(' ')}`;
    const page = commandPage(await load(), [shown(command), ...cut].join('\n').trimEnd());
    writeFileSync(join(root, 'docs/command-line', `${name}.md`), page);
    console.log(name);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  await devnet.stop();
}
process.exit(0);
