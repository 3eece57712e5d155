/** The examples of the commands' pages: the project in which they run, what they are given, and what is shown of their answers. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Devnet } from '../../devnet/demo-chain';
import type { TransactionName } from '../../devnet/names';

/** The parts of the demo chain that the examples need. */
export type ExampleChain = Pick<Devnet, 'rpcUrl' | 'buildOutputPath' | 'manifest'>;

/** `goesOn`: until it is stopped. `within`: a folder of the project. */
export type Example = { given: readonly string[]; goesOn?: boolean; within?: string };

/** Lines of an example at most. */
const MOST_LINES = 32;
/** The environment in which they run, but for the endpoint. */
export const EXAMPLE_ENVIRONMENT = { LOUPE_MCP_TOKEN: 'a-token-of-your-own' };
/** Characters of their lines. */
export const EXAMPLE_WIDTH = 110;

/** Times in what commands print, which differ from run to run. */
export const TIMES = /time="[\d.]+"|\d+ ms\b/g;

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
export function writeProject(folder: string, devnet: ExampleChain): void {
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

/** Returns the example of each command; that of `open` reads what that of `tx` writes with `--file swap.loupe`. */
export function examplesOn({ rpcUrl, manifest }: ExampleChain): Readonly<Record<string, Example>> {
  const hashes = new Map(manifest.transactions.map(({ name, hash }) => [name, hash]));
  const hashOf = (name: TransactionName) => hashes.get(name) ?? '';
  const failed = hashOf('swap-too-little');
  const router = manifest.contracts.Router ?? '';
  return {
    serve: { given: ['--no-open', '--port', '4273'], goesOn: true },
    tx: { given: [failed] },
    step: { given: [failed, '--error'] },
    diff: { given: [hashOf('erc20-transfer'), hashOf('erc20-mint')] },
    profile: { given: [failed, '--format', 'lines', '--rows', '5'] },
    open: { given: ['swap.loupe', '--depth', '1'] },
    decode: { given: [`0x4e487b71${'11'.padStart(64, '0')}`] },
    storage: { given: [router] },
    contract: { given: [router] },
    verify: { given: [router, 'artifacts'] },
    simulate: { given: ['pay.json', '--rpc', rpcUrl] },
    check: { given: ['pay.json', '--rpc', rpcUrl] },
    test: { given: [], within: 'box' },
    watch: { given: ['watches.json'], goesOn: true },
    rpc: { given: ['--port', '8646'], goesOn: true },
    mcp: { given: ['--port', '7000', '--app', 'http://127.0.0.1:4173'], goesOn: true },
  };
}

/** Returns an example as its page has it: the command, and what it printed, cut after some lines. */
export function exampleText(name: string, given: readonly string[], printed: string, rpcUrl: string, folder: string) {
  const shown = (text: string) => text.replaceAll(rpcUrl, 'http://127.0.0.1:8545').replaceAll(folder, '.');
  const lines = shown(printed).trimEnd().split('\n');
  const cut = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
  return [shown(`$ loupe ${[name, ...given].join(' ')}`), ...cut].join('\n').trimEnd();
}
