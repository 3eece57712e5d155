/** `loupe rpc`: a virtual network over HTTP and WebSocket (docs/virtual-networks.md). */
import { USAGE } from '../../rpc/options';
import type { Command } from '../command';

export const rpc: Command = {
  name: 'rpc',
  summary: 'serves a virtual network, empty or forked, to wallets and tools',
  usage: USAGE,
  async run(given, { out }) {
    const { runRpc } = await import('../../rpc/run');
    await runRpc(given, out);
    return 0;
  },
};
