/**
 * `npm run generate:commands`: a page for each command of `loupe` in docs/command-line/, with its help and an example that
 * was run on the demo chain. A page of which only times would change stays as it is. The test of the pages holds their help against the command's.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Devnet, startDevnet } from '../../devnet/demo-chain';
import { request } from '../../devnet/rpc';
import { COMMANDS } from '../loupe/commands';
import { runLoupe } from '../loupe/run';
import { commandPage } from '../loupe/text/command-page';
import { EXAMPLE_ENVIRONMENT, EXAMPLE_WIDTH, examplesOn, exampleText, TIMES, writeProject } from './command-examples';

const root = join(import.meta.dirname, '../..');
/** Time of the block that a watch finds, in every run: the node takes none that has passed. */
const SAME_TIME = Date.UTC(2100, 0) / 1000;

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
      void setTimeout(500).then(() => child.kill('SIGINT'));
    });
    child.on('close', () => resolve(text));
  });
}

/** Sends a transaction that fails once the watch keeps where it is: it finds what happens from then on. */
async function failWatched({ rpcUrl, addressOf }: Devnet, state: string): Promise<void> {
  while (!existsSync(state)) await setTimeout(100);
  const [from] = (await request(rpcUrl, 'eth_accounts', [])) as readonly string[];
  await request(rpcUrl, 'evm_setNextBlockTimestamp', [SAME_TIME]);
  const sent = { from, to: addressOf('Router'), data: '0xdeadbeef', gas: '0x30000' };
  await request(rpcUrl, 'eth_sendTransaction', [sent]);
}

/** Writes a page, unless it differs from the one that is there in times alone. */
function writePage(path: string, page: string): void {
  const timeless = (text: string) => text.replace(TIMES, '');
  if (!existsSync(path) || timeless(readFileSync(path, 'utf8')) !== timeless(page)) writeFileSync(path, page);
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
    if (name === 'watch') void failWatched(devnet, join(folder, 'watches.json.state'));
    const answer = await printed([name, ...given], join(folder, within), goesOn, devnet.rpcUrl);
    const page = commandPage(await load(), exampleText(name, given, answer, devnet.rpcUrl, folder));
    writePage(join(root, 'docs/command-line', `${name}.md`), page);
    console.log(name);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  await devnet.stop();
}
process.exit(0);
