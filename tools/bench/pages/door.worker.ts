/// <reference lib="webworker" />
/** Asks an endpoint as the app's worker does: through the RPC client, with the slots that all tabs share. */
import { expose } from 'comlink';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { fetchStorageAt } from '../../../src/net/account-reader';
import { createEndpointStates } from '../../../src/net/rpc/endpoint-state';
import { createPeers } from '../../../src/net/rpc/peers';
import { createRpc } from '../../../src/net/rpc/rpc';

const states = createEndpointStates(createPeers());

const door = {
  /** Asks for so many slots of storage, each in a request of its own; answers how many were answered. */
  async ask(url: string, concurrency: number, count: number): Promise<number> {
    const networkId = 31337 as NetworkId;
    const endpoint = { networkId, url, name: 'node', origin: 'reader', enabled: true, priority: 0 } as const;
    const rpc = createRpc({ networkId, endpoints: [endpoint], states, limits: { concurrency, timeout: 120_000 } });
    const answers = await Promise.all(
      Array.from({ length: count }, (_, slot) =>
        fetchStorageAt(rpc, `0x${'0'.repeat(40)}` as Address, BigInt(slot), 'latest', { alone: true }),
      ),
    );
    return answers.filter((answer) => answer.ok).length;
  },
};
export type DoorWorker = typeof door;

expose(door);
