/**
 * Tools that know nothing of Loupe, unchanged from npm, on the network that
 * `npm run rpc` serves. They are large and no dependency: they lie in a folder of
 * their own beside the data of other suites.
 *
 *     npm install --prefix DIR/rpc-clients @foundry-rs/cast@1.7.1 @foundry-rs/forge@1.7.1 ethers@6 hardhat@2.26.3 \
 *       @nomicfoundation/hardhat-ethers@3 @nomicfoundation/hardhat-network-helpers@1 \
 *       @nomicfoundation/hardhat-chai-matchers@2 chai@4 --legacy-peer-deps
 */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { startRpcServer } from '../../rpc/server';
import { type Check, judge } from '../check';
import type { CaseResult, Suite } from '../suite';

const FILES = resolve(import.meta.dirname, '../clients');
const CHAIN_ID = 7357;
/** A client that waits for something that never comes is ended, ms. */
const PATIENCE = 240_000;
/** Private key of the first test account that everybody knows. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

export const suite: Suite = {
  name: 'rpc-clients',
  async *run(folder): AsyncIterable<CaseResult> {
    const chain = await createEmptyChain(CHAIN_ID, [...TEST_ACCOUNTS.keys()], () => Math.floor(Date.now() / 1000));
    const door = new RpcDoor(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'anvil/loupe'));
    const server = await startRpcServer(door, 0);
    // Beside the clients, so that scripts find them.
    const project = mkdtempSync(join(folder, 'run-'));
    try {
      const run = clientsIn(folder, project, server.url);
      writeProject(project);
      yield await judge('forge script', (check) => tryForge(check, run, project, server.url));
      yield await judge('cast', (check) => tryCast(check, run));
      yield await judge('ethers', async () => void (await run('node', 'ethers-trial.mjs')));
      yield await judge('tests of a Hardhat project', async (check) => {
        const printed = await run('hardhat', 'test', 'hardhat-tests.cjs');
        check.that('six tests passed', printed.includes('6 passing'));
      });
    } finally {
      rmSync(project, { recursive: true, force: true });
      await server.close();
    }
  },
};

/** Runs a client in the project; answers what it printed, as output or else as errors, and throws what it said when it failed. */
type Run = (client: string, ...args: string[]) => Promise<string>;

function clientsIn(folder: string, project: string, url: string): Run {
  const require = createRequire(import.meta.url);
  const { version } = JSON.parse(readFileSync(require.resolve('solc/package.json'), 'utf8')) as { version: string };
  const env = {
    ...process.env,
    KEY,
    RPC_URL: url,
    ETH_RPC_URL: url,
    SOLC: require.resolve('solc'),
    SOLJSON: require.resolve('solc/soljson.js'),
    SOLC_VERSION: version,
    HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
  };
  return async (client, ...args) => {
    const path = client === 'node' ? process.execPath : join(folder, 'node_modules/.bin', client);
    try {
      const { stdout, stderr } = await promisify(execFile)(path, args, { cwd: project, env, timeout: PATIENCE });
      return stdout || stderr;
    } catch (thrown) {
      const { stdout = '', stderr = '' } = thrown as { stdout?: string; stderr?: string };
      const lines = (stderr || stdout).trim().split('\n');
      const said = lines.find((line) => /^\w*Error/.test(line)) ?? lines.slice(0, 4).join(' ');
      throw new Error(`${client} ${args.join(' ')}: ${said}`);
    }
  };
}

function writeProject(project: string): void {
  for (const folder of ['src', 'script']) mkdirSync(join(project, folder));
  cpSync(join(FILES, 'Counter.sol'), join(project, 'src/Counter.sol'));
  cpSync(join(FILES, 'Deploy.s.sol'), join(project, 'script/Deploy.s.sol'));
  for (const name of ['ethers-trial.mjs', 'hardhat.config.cjs', 'hardhat-tests.cjs', 'solc.cjs'])
    cpSync(join(FILES, name), join(project, name));
  chmodSync(join(project, 'solc.cjs'), 0o755);
  writeFileSync(join(project, 'package.json'), '{}');
  const compiler = JSON.stringify(join(project, 'solc.cjs'));
  writeFileSync(join(project, 'foundry.toml'), `[profile.default]\nlibs = []\noffline = true\nsolc = ${compiler}\n`);
}

type Broadcast = { receipts: { status: string; contractAddress: string | null }[] };

function broadcastIn(project: string): Broadcast {
  const path = join(project, `broadcast/Deploy.s.sol/${CHAIN_ID}/run-latest.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Broadcast;
}

async function tryForge(check: Check, run: Run, project: string, url: string): Promise<void> {
  await run('forge', 'script', 'script/Deploy.s.sol:Deploy', '--broadcast', '--rpc-url', url);
  const { receipts } = broadcastIn(project);
  check.equal('receipts', receipts.map(({ status }) => status).join(), '0x1,0x1,0x1');
}

async function tryCast(check: Check, run: Run): Promise<void> {
  const cast = async (...args: string[]) => (await run('cast', ...args)).trim();
  check.equal('chain id', await cast('chain-id'), CHAIN_ID);
  // The first transaction of the script made it.
  const counter = await cast('compute-address', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '--nonce', '0');
  const address = counter.slice(counter.indexOf('0x'));
  check.equal('a call', await cast('call', address, 'number()(uint256)'), 43);
  check.equal('a slot', BigInt(await cast('storage', address, '0')), 43);
  const before = BigInt(await cast('balance', BOB));
  const sent = ['send', BOB, '--value', '1ether', '--private-key', KEY, '--json'];
  check.equal('a transfer', (JSON.parse(await cast(...sent)) as { status: string }).status, '0x1');
  check.equal('a balance', BigInt(await cast('balance', BOB)) - before, 10n ** 18n);
  const set = await cast('send', address, 'set(uint256)', '9', '--private-key', KEY, '--json');
  const { transactionHash, gasUsed } = JSON.parse(set) as { transactionHash: string; gasUsed: string };
  check.equal('an estimate', await cast('estimate', address, 'set(uint256)', '10'), Number(gasUsed));
  check.that('the events', (await cast('logs', '--address', address)).split('transactionHash').length === 4);
  check.that('a replay of its own', (await cast('run', transactionHash)).includes(`Gas used: ${Number(gasUsed)}`));
  check.that('an access list', (await cast('access-list', address, 'set(uint256)', '5')).includes('keys'));
  check.that('a proof', (await cast('proof', address, '0')).includes('accountProof'));
  check.that('a method of Anvil', (await cast('rpc', 'anvil_setBalance', BOB, '0x7')) === 'null');
  check.equal('what it set', await cast('balance', BOB), 7);
  // cast prints the error and ends well.
  const refused = await cast('call', address, 'set(uint256)', '500');
  // Its selector, or its name where cast knows it.
  check.that(`a revert with its data: ${refused}`, /0x1f4d5abe|TooLarge/.test(refused));
}
