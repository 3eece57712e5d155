/** `npm run rpc`: a virtual network for wallets and tools, empty or forked. */
import { parseArgs } from 'node:util';
import { createEmptyChain } from '../../src/core/virtual/genesis';
import { MAX_INTERVAL } from '../../src/core/virtual/max-interval';
import { ownChainId } from '../../src/core/virtual/own-chain-id';
import { RpcDoor } from '../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../src/core/virtual/signing';
import { wordOf } from '../../src/core/virtual/state-source';
import { GZIP } from '../../src/workers/virtual/gzip-packing';
import { forkChain } from './fork';
import { withForkAgain } from './fork-again';
import { startRpcServer } from './server';

const USAGE = `npm run rpc -- [options]

  --fork URL     go on from a chain that answers there; it is only read
  --block N      the block of it to go on from (its latest)
  --chain-id N   chain id (7357, of a fork 7357 before the parent's)
  --port N       where it is served on 127.0.0.1 (8546)
  --no-mining    seal no block after a transaction, but when told to
  --interval N   seal a block every N seconds instead
  --help         show this
`;

const ETHER = 10n ** 18n;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      fork: { type: 'string' },
      block: { type: 'string' },
      'chain-id': { type: 'string' },
      port: { type: 'string' },
      interval: { type: 'string' },
      'no-mining': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const { node, fork } = await createNode(
    values.fork,
    numberOf('--block', values.block),
    numberOf('--chain-id', values['chain-id']),
  );
  node.packing = GZIP;
  node.interval = numberOf('--interval', values.interval) ?? 0;
  if (node.interval > MAX_INTERVAL) throw new Error('--interval takes 86,400 seconds, a day, at most.');
  if (values['no-mining'] || node.interval > 0) node.isAutomatic = false;
  const door = new RpcDoor(node);
  const answer = fork && withForkAgain(door, fork.log, fork.begin);
  const server = await startRpcServer(door, numberOf('--port', values.port) ?? 8546, answer);
  const { chain } = node;
  const from = chain.isFork ? `forked at block ${chain.firstNumber} of ${new URL(values.fork ?? '').host}` : 'empty';
  process.stdout.write(
    `Virtual network, chain id ${chain.networkId}, ${from}: ${server.url} and ws://127.0.0.1:${server.port}\n` +
      'Ten test accounts of the public mnemonic "test … junk" own 10,000 ether each; never use their keys elsewhere.\n',
  );
  process.once('SIGINT', () => void server.close());
  process.once('SIGTERM', () => void server.close());
}

async function createNode(fork: string | undefined, block: number | undefined, chainId: number | undefined) {
  const clock = () => Math.floor(Date.now() / 1000);
  const rich = [...TEST_ACCOUNTS.keys()];
  if (fork === undefined) {
    const chain = await createEmptyChain(chainId ?? ownChainId(undefined), rich, clock);
    return { node: new VirtualNode(chain, TEST_ACCOUNTS, undefined, CLIENT) };
  }
  const forked = await forkChain(fork, block, (parents) => chainId ?? ownChainId(parents), clock);
  const { chain, parent } = forked;
  for (const address of rich)
    await chain.change(address, (state, account) => state.setBalance(account, wordOf(10_000n * ETHER), 0));
  return { node: new VirtualNode(chain, TEST_ACCOUNTS, parent, CLIENT), fork: forked };
}

/** Begins as the helpers of Hardhat and Foundry want it of a node they can steer. */
const CLIENT = 'anvil/loupe';

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) throw new Error(`${option} takes a number, not "${text}".`);
  return number;
}

main().catch((thrown) => {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 1;
});
