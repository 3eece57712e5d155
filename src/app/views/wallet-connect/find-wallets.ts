/** The wallets of this browser: those that announce themselves (EIP-6963), and the one in `window.ethereum`. */
import { readFields } from '../../../core/values/json-fields';
import type { WalletProvider } from '../../../machines/wallet-connection.machine';
import { createStore } from '../../ui/store';
import type { Eip1193 } from './ask-wallet';

export type FoundWallet = { provider: WalletProvider; wallet: Eip1193 };

/** Wallets that are taken note of; a page has a few. */
const MAX_WALLETS = 30;
const MAX_ICON = 100_000; // characters
const LEGACY_ID = 'window.ethereum';

/** Wallets in the order they announced themselves; listening begins with the first component that shows them. */
export const foundWallets = createStore<readonly FoundWallet[]>([], () => {
  const onAnnounced = (event: Event) => {
    const found = readAnnouncement((event as CustomEvent<unknown>).detail);
    if (found !== undefined) note(found);
  };
  window.addEventListener('eip6963:announceProvider', onAnnounced);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => window.removeEventListener('eip6963:announceProvider', onAnnounced);
});

/** Returns all wallets that can be chosen now; the legacy one only where no wallet announced itself as it. */
export function walletsOf(announced: readonly FoundWallet[]): readonly FoundWallet[] {
  const legacy = (window as { ethereum?: unknown }).ethereum;
  if (!isWallet(legacy) || announced.some(({ wallet }) => wallet === legacy)) return announced;
  const provider = { id: LEGACY_ID, name: 'Browser wallet', kind: 'legacy' } as const;
  return [...announced, { provider, wallet: legacy }];
}

function note(found: FoundWallet): void {
  const known = foundWallets.get();
  if (known.length >= MAX_WALLETS || known.some(({ provider }) => provider.id === found.provider.id)) return;
  foundWallets.set([...known, found]);
}

function readAnnouncement(detail: unknown): FoundWallet | undefined {
  const { info, provider } = readFields(detail);
  const { rdns, name, icon } = readFields(info);
  if (!isWallet(provider) || typeof rdns !== 'string' || typeof name !== 'string') return undefined;
  const id = rdns.slice(0, 200);
  // EIP-6963: the icon is a data URL. Shown in an img element, where an SVG runs no script.
  const shown = typeof icon === 'string' && icon.length <= MAX_ICON && /^data:image\//i.test(icon) ? { icon } : {};
  return { provider: { id, name: name.slice(0, 200), kind: 'announced', ...shown }, wallet: provider };
}

function isWallet(value: unknown): value is Eip1193 {
  return typeof readFields(value).request === 'function';
}
