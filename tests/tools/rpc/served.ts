/** A virtual network that is served, for tests. */
import { createEmptyChain } from '../../../src/core/virtual/genesis';
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

export async function serve(node: VirtualNode): Promise<Served> {
  const door = new RpcDoor(node);
  const server = await startRpcServer(door, 0);
  return {
    server,
    node,
    call: async <T>(method: string, ...params: unknown[]) => (await door.request(method, params)) as T,
  };
}
