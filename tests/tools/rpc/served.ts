/** A virtual network that is served, for tests. */
import { createEmptyChain } from '../../../src/core/virtual/genesis';
import type { Handler } from '../../../src/core/virtual/rpc/answer-batch';
import { RpcDoor } from '../../../src/core/virtual/rpc/methods';
import { VirtualNode } from '../../../src/core/virtual/rpc/virtual-node';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import { type RpcServer, startRpcServer } from '../../../tools/rpc/server';

export const ACCOUNTS = [...TEST_ACCOUNTS.keys()];

export type Served = {
  server: RpcServer;
  node: VirtualNode;
  call<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
};

/** An empty network on a free port; its clock stands still. */
export async function serveEmpty(chainId: number): Promise<Served> {
  const chain = await createEmptyChain(chainId, ACCOUNTS, () => 1_800_000_000);
  return serve(new VirtualNode(chain, TEST_ACCOUNTS, undefined, 'anvil/loupe'));
}

/** `answering` knows more methods than those of the door. */
export async function serve(node: VirtualNode, answering?: (door: RpcDoor) => Handler): Promise<Served> {
  const door = new RpcDoor(node);
  const answer: Handler = answering?.(door) ?? ((method, params) => door.request(method, params));
  const server = await startRpcServer(door, 0, answer);
  return {
    server,
    node,
    call: async <T>(method: string, ...params: unknown[]) => (await answer(method, params)) as T,
  };
}
