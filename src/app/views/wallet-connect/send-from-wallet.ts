/** A transaction that the connected wallet, or the node for one of its accounts, signs and sends. */
import type { Address, Hash, Hex } from '../../../core/chain/primitives';
import type { Connection } from '../../../machines/wallet-connection.machine';
import { askWallet, readChainId, readHash } from './ask-wallet';
import type { WalletPlace } from './wallet-actors';

/** Signs and sends; the error is a sentence for the reader. */
export type SendTransaction = (transaction: {
  to: Address;
  data: Hex;
  value: bigint;
}) => Promise<{ ok: true; value: Hash } | { ok: false; error: string }>;

/** Returns the hash, or a sentence on why it was not sent. A transaction for another chain is never handed to the wallet. */
export async function sendFromWallet(
  { chain, network, walletOf }: WalletPlace,
  connection: Connection | undefined,
  { to, data, value }: Parameters<SendTransaction>[0],
): ReturnType<SendTransaction> {
  if (connection === undefined) return { ok: false, error: 'The wallet is no longer connected.' };
  const { provider, account: from } = connection;
  if (provider.kind === 'node') {
    const sent = await chain.sendFromNode(network.id, { from, to, data, value });
    if (sent.ok) return sent;
    return { ok: false, error: sent.error.raw ? `${sent.error.message} ${sent.error.raw}` : sent.error.message };
  }
  const found = await walletOf(provider.id);
  if (found === undefined) return { ok: false, error: 'The wallet is no longer in this browser.' };
  // Asked again right before: a transaction on another chain cannot be taken back.
  const stated = await askWallet(found.wallet, 'eth_chainId');
  const chainId = stated.ok ? readChainId(stated.value) : undefined;
  if (chainId !== network.id)
    return { ok: false, error: `Your wallet is connected to chainId: ${chainId ?? 'unknown'}` };
  const sent = await askWallet(found.wallet, 'eth_sendTransaction', [
    { from, to, data, value: `0x${value.toString(16)}` },
  ]);
  if (!sent.ok) return { ok: false, error: sent.error.message };
  const hash = readHash(sent.value);
  return hash === undefined
    ? { ok: false, error: 'Your wallet answered without a transaction hash.' }
    : { ok: true, value: hash };
}
