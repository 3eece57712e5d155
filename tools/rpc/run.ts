/** `loupe rpc`: a virtual network for wallets and tools, empty or forked. */

import { limbsOf } from '../../src/core/evm/words/words';
import { createEmptyChain } from '../../src/core/virtual/genesis';
import { ownChainId } from '../../src/core/virtual/own-chain-id';
import { RpcDoor } from '../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../src/core/virtual/signing';
import { GZIP } from '../../src/workers/virtual/gzip-packing';
import { claimPort } from '../serving/ports';
import { toldToEnd } from '../serving/told-to-end';
import { forkChain } from './fork';
import { withForkAgain } from './fork-again';
import { parseRpcOptions, type RpcOptions } from './options';
import { startRpcServer } from './server';

const ETHER = 10n ** 18n;

/** Serves until the process is told to end. Throws a `StartFailure` for what the reader can do something about. */
export async function runRpc(argv: readonly string[], out: (text: string) => void): Promise<void> {
  const options = parseRpcOptions(argv);
  const port = await claimPort(options.port, '--port', 'loupe rpc');
  const { node, fork } = await createNode(options);
  node.packing = GZIP;
  node.interval = options.interval;
  node.isAutomatic = options.isAutomatic;
  const door = new RpcDoor(node);
  const answer = fork && withForkAgain(door, fork.log, fork.begin);
  const server = await startRpcServer(door, port, answer);
  const told = toldToEnd();
  const { chain } = node;
  const from = options.fork ? `forked at block ${chain.firstNumber} of ${new URL(options.fork.url).host}` : 'empty';
  out(
    `Virtual network, chain id ${chain.networkId}, ${from}: ${server.url} and ws://127.0.0.1:${server.port}\n` +
      'Ten test accounts of the public mnemonic "test … junk" own 10,000 ether each; never use their keys elsewhere.\n' +
      (fork?.note ? `${fork.note}\n` : ''),
  );
  await told;
  await server.close();
}

/** Makes the node of a virtual network, empty or forked, with the rich test accounts. Throws a `StartFailure` where the parent cannot be forked. */
export async function createNode({ fork, chainId }: Pick<RpcOptions, 'fork' | 'chainId'>) {
  const clock = () => Math.floor(Date.now() / 1000);
  const rich = [...TEST_ACCOUNTS.keys()];
  if (fork === undefined) {
    const chain = await createEmptyChain(chainId ?? ownChainId(undefined), rich, clock);
    return { node: new VirtualNode(chain, TEST_ACCOUNTS, undefined, CLIENT) };
  }
  const forked = await forkChain(fork.url, fork.block, (parents) => chainId ?? ownChainId(parents), clock);
  const { chain, parent } = forked;
  for (const address of rich)
    await chain.change(address, (state, account) => state.setBalance(account, limbsOf(10_000n * ETHER), 0));
  return { node: new VirtualNode(chain, TEST_ACCOUNTS, parent, CLIENT), fork: forked };
}

/** Begins as the helpers of Hardhat and Foundry want it of a node they can steer. */
const CLIENT = 'anvil/loupe';
