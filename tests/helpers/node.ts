/**
 * A chain of its own for one test file: a virtual network, served by this
 * process. It is used like the Anvil of `anvil.ts`, and is there at once. Tests
 * whose subject is the behaviour of another node start that node.
 */
import { createEmptyChain } from '../../src/core/virtual/genesis';
import { RpcDoor } from '../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../src/core/virtual/signing';
import type { Anvil } from '../../tools/anvil';
import { startRpcServer } from '../../tools/rpc/server';

/** The parts of a node of its own that a test uses. */
export type TestNode = Pick<Anvil, 'url' | 'port' | 'call' | 'stop'>;

export type NodeOptions = {
  /** Default 31337, as Anvil has it. */
  chainId?: number;
  /** Whether each transaction is sealed in a block at once. Default true. */
  isAutomatic?: boolean;
  /** 0, the default, takes a free one. */
  port?: number;
  /** Seconds since the epoch at which its clock stands. Without it the clock is that of the machine. */
  timestamp?: number;
};

/** An empty chain of the newest rules with the accounts of Anvil. Always `stop()` it. */
export async function startNode(options: NodeOptions = {}): Promise<TestNode> {
  const { chainId = 31337, isAutomatic = true, port = 0, timestamp } = options;
  const clock = () => timestamp ?? Math.floor(Date.now() / 1000);
  const chain = await createEmptyChain(chainId, [...TEST_ACCOUNTS.keys()], clock);
  const node = new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'anvil/loupe');
  node.isAutomatic = isAutomatic;
  const door = new RpcDoor(node);
  const server = await startRpcServer(door, port);
  return {
    url: server.url,
    port: server.port,
    call: <T = unknown>(method: string, params: readonly unknown[] = []) => door.request(method, params) as Promise<T>,
    stop: () => server.close(),
  };
}
