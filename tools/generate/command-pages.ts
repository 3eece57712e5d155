/**
 * `npm run generate:commands`: a page for each command of `loupe` in docs/command-line/, with its help and an example that
 * was run on the demo chain. The test of the pages holds their help against the command's.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Devnet, startDevnet } from '../../devnet/demo-chain';
import { request } from '../../devnet/rpc';
import { COMMANDS } from '../loupe/commands';
import { runLoupe } from '../loupe/run';
import { commandPage } from '../loupe/text/command-page';
import { EXAMPLE_ENVIRONMENT, EXAMPLE_WIDTH, examplesOn, exampleText, writeProject } from './command-examples';

const root = join(import.meta.dirname, '../..');
/** Runs a command and returns what it printed. One that goes on is ended once it printed something, or was quiet for a while. */
function printed(given: readonly string[], folder: string, goesOn: boolean, url: string): Promise<string> {
  if (!goesOn) {
    let text = '';
    const write = (part: string) => {
      text += part;
    };
    const io = { out: write, err: write, isTerminal: false, isErrTerminal: false, width: EXAMPLE_WIDTH, folder };
    return runLoupe(given, { ...io, environment: { ...EXAMPLE_ENVIRONMENT, ETH_RPC_URL: url } }).then(() => text);
  }
  return new Promise((resolve) => {
    const loader = join(root, 'node_modules/tsx/dist/loader.mjs');
    const child: ChildProcess = spawn(
      process.execPath,
      ['--import', loader, join(root, 'tools/loupe/main.ts'), ...given],
      {
        cwd: folder,
        env: { ...process.env, ...EXAMPLE_ENVIRONMENT, ETH_RPC_URL: url },
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
  const examples = examplesOn(devnet);
  await printed(['tx', devnet.hashOf('swap-too-little'), '--file', 'swap.loupe'], folder, false, devnet.rpcUrl);
  mkdirSync(join(root, 'docs/command-line'), { recursive: true });
  for (const { name, load } of COMMANDS) {
    const { given, goesOn = false, within = '.' } = examples[name] ?? { given: [] };
    process.chdir(join(folder, within));
    // A watch finds what happens from now on.
    const failing =
      name === 'watch' ? setInterval(() => void fail(devnet, devnet.addressOf('Router')), 1_000) : undefined;
    const answer = await printed([name, ...given], join(folder, within), goesOn, devnet.rpcUrl);
    clearInterval(failing);
    const page = commandPage(await load(), exampleText(name, given, answer, devnet.rpcUrl, folder));
    writeFileSync(join(root, 'docs/command-line', `${name}.md`), page);
    console.log(name);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  await devnet.stop();
}
process.exit(0);
