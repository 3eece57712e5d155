/** The functions of a contract, to be read, simulated and sent, under the headings that the contract has. */
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { parseAddress } from '../../../core/chain/address';
import type { Address } from '../../../core/chain/primitives';
import { type CallTab, verificationLevel } from '../../../core/contract/functions/call-tabs';
import { type CallableFunction, callableFunctions } from '../../../core/contract/functions/callable-functions';
import { facetFunctions } from '../../../core/contract/proxies/facet-functions';
import type { AccountDraft } from '../../../core/simulation/draft';
import type { AccountOverrides } from '../../../core/simulation/overlay';
import { useAccount } from '../../account-context';
import { useHead } from '../../chain-head';
import { useNetwork } from '../../network-context';
import { classes } from '../../ui/classes';
import { AddressField } from '../../ui/identity/AddressField';
import { TabCount, tabClass, tabStripClass } from '../../ui/TabStrip';
import { useLatest } from '../../ui/use-latest';
import { useAddressSuggestions } from '../../use-address-suggestions';
import { useScrollToCurrentLink } from '../../use-scroll-to-current-link';
import { useUrlValue } from '../../use-url-value';
import { useWiring } from '../../wiring';
import { useWallet, type Wallet } from '../wallet-connect/use-wallet';
import { WalletBar } from '../wallet-connect/WalletBar';
import { WalletDialog } from '../wallet-connect/WalletDialog';
import { BlockChoice, type ChosenBlock, readChosenBlock, useFinality } from './BlockChoice';
import { NestedCallsProvider } from './BytesField';
import { CallFields } from './CallFields';
import { ChangedState, ChangeState, useChangedState } from './ChangedState';
import { type CallStore, createCallStore, useCallStore } from './call-store';
import { CALL_TAB_TEXT } from './call-tab-text';
import { FunctionPanel } from './FunctionPanel';
import { AmountUnitsProvider, useContractDocs, useUnitsOf } from './function-help';
import { createReadBatch } from './read-batch';
import { UnverifiedFunctions } from './UnverifiedFunctions';

const LATEST: ChosenBlock = { kind: 'latest', text: '' };
const NO_FUNCTIONS: readonly CallableFunction[] = [];

/** Milliseconds after the last key press in the number of a block: half a number is another block. */
const BLOCK_PAUSE = 350;

export function ReadWrite({
  tab,
  tabs,
  expand,
}: {
  tab: CallTab;
  tabs: readonly CallTab[];
  expand: string | undefined;
}) {
  const { workers } = useWiring();
  const { network, segment } = useNetwork();
  const { address, knowledge, implementation, facets, token } = useAccount();
  const wallet = useWallet();
  const head = useHead(network.id);
  const latest = head?.ok ? head.value.blockNumber : undefined;
  const [written, setWritten] = useUrlValue<string | undefined>('block', { debounce: BLOCK_PAUSE });
  const chosen: ChosenBlock = written === undefined ? LATEST : { kind: 'number', text: written };
  const finality = useFinality(network.id, chosen);
  const [caller, setCaller] = useState('');
  const [changed, setChanged] = useState<readonly AccountDraft[]>([]);

  const abis = useMemo(
    () => [knowledge.abi, facets?.flatMap((facet) => facet.knowledge?.abi ?? []) ?? implementation?.abi ?? []],
    [knowledge, implementation, facets],
  );

  // What calls are made with is asked when they are made.
  const block = useRef<number | 'latest'>('latest');
  const callerNow = useRef<Address>(undefined);
  const accountsNow = useRef<AccountOverrides>(undefined);
  const walletNow = useLatest(wallet);
  const abisNow = useLatest(abis);
  const store = useCallStore(() =>
    createCallStore({
      workers,
      networkId: network.id,
      contract: address,
      currency: network.nativeCurrency,
      abis: () => abisNow.current,
      batch: createReadBatch(workers, network.id),
      block: () => block.current,
      caller: () => callerNow.current,
      accounts: () => accountsNow.current,
      account: () => walletNow.current.account(),
      send: () => (walletNow.current.connection ? walletNow.current.sending : undefined),
    }),
  );
  useChosenBlock(readChosenBlock(chosen, latest, finality), block, store);
  useChangedState(changed, accountsNow, store);
  const parsedCaller = parseAddress(caller);
  const sender = parsedCaller.ok ? parsedCaller.value : undefined;
  useEffect(() => {
    if (callerNow.current === sender) return;
    callerNow.current = sender;
    store.tell({ type: 'terms.changed' });
  }, [store, sender]);
  const account = wallet.connection?.account;
  const accountNow = useRef(account);
  useEffect(() => {
    if (accountNow.current === account) return;
    accountNow.current = account;
    if (callerNow.current === undefined) store.tell({ type: 'account.changed' });
  }, [store, account]);

  const own = useMemo(() => callableFunctions(knowledge.abi), [knowledge]);
  const behind = useMemo(
    () => (facets ? facetFunctions(facets) : callableFunctions(implementation?.abi ?? [])),
    [implementation, facets],
  );
  const suggestions = useAddressSuggestions(network.id);
  const isWrite = tab === 'write' || tab === 'write-proxy';
  const isProxy = tab.endsWith('-proxy');
  const level = verificationLevel(isProxy ? implementation : knowledge);
  const levelOf = ({ facet }: CallableFunction) =>
    facet === undefined ? level : verificationLevel(facets?.find((each) => each.address === facet)?.knowledge);
  const listed = functionsOf(tab, own, behind);
  const docs = useContractDocs((isProxy ? implementation?.address : undefined) ?? address, level === 'verified');
  const nested = useMemo(() => ({ abis, Fields: CallFields }), [abis]);
  const units = useUnitsOf(token);
  const strip = useScrollToCurrentLink();

  return (
    <section aria-label="Read/Write" className="min-w-0 overflow-hidden rounded-l border border-line bg-panel">
      <h2 className="sr-only">Read/Write</h2>
      <nav
        ref={strip}
        aria-label="Kinds of functions"
        className={classes(tabStripClass('page'), 'border-line border-b bg-raised')}
      >
        {tabs.map((each) => (
          <Link
            key={each}
            to="/{-$network}/contract/$address/$subtab"
            params={{ network: segment, address, subtab: each }}
            search={{ block: written }}
            resetScroll={false}
            activeOptions={{ includeSearch: false }}
            className={tabClass('page')}
          >
            {CALL_TAB_TEXT[each]}
            {!each.startsWith('unverified') && <TabCount>{functionsOf(each, own, behind).length}</TabCount>}
          </Link>
        ))}
      </nav>
      <div className="flex min-w-0 flex-wrap items-start gap-x-6 gap-y-2 border-line border-b px-3 py-2">
        {isWrite ? (
          <WalletBar wallet={wallet} />
        ) : (
          <BlockChoice
            chosen={chosen}
            latest={latest}
            finality={finality}
            onChoose={({ kind, text }) => setWritten(kind === 'latest' ? undefined : text)}
          />
        )}
        <AddressField
          className="w-full max-w-[420px]"
          label={isWrite ? 'Simulate as' : 'Call as'}
          placeholder={isWrite && wallet.connection ? wallet.connection.account : 'anybody'}
          suggestions={suggestions}
          value={caller}
          onChange={setCaller}
        />
        {changed.length === 0 && <ChangeState contract={address} onAccounts={setChanged} />}
      </div>
      {changed.length > 0 && <ChangedState accounts={changed} suggestions={suggestions} onAccounts={setChanged} />}
      <AmountUnitsProvider value={units}>
        <NestedCallsProvider value={nested}>
          {tab === 'unverified' || tab === 'unverified-proxy' ? (
            <UnverifiedFunctions
              key={tab}
              tab={tab}
              code={isProxy ? (facets ?? knowledge.proxy?.implementation ?? address) : address}
              store={store}
              suggestions={suggestions}
              expand={expand}
            />
          ) : (
            <FunctionPanel
              key={tab}
              group={isProxy ? 'proxy' : 'own'}
              functions={listed}
              docs={docs}
              empty={isWrite ? 'No function of this contract writes.' : 'No function of this contract reads.'}
              store={store}
              suggestions={suggestions}
              facets={isProxy ? facets : undefined}
              whyNotSent={(each) => (levelOf(each) === 'verified' ? whyNotWithWallet(wallet) : ABI_ONLY)}
              expand={expand}
            />
          )}
        </NestedCallsProvider>
      </AmountUnitsProvider>
      <WalletDialog wallet={wallet} />
    </section>
  );
}

const ABI_ONLY =
  'Write is disabled: only the ABI of this contract is verified, and nobody compared its source with the code.';

function whyNotWithWallet({ connection, isRightChain, network }: Wallet): string | undefined {
  if (connection === undefined) return 'Connect a wallet to write.';
  return isRightChain ? undefined : `Please switch to ${network.name} (chainId: ${network.id})`;
}

function functionsOf(
  tab: CallTab,
  own: readonly CallableFunction[],
  behind: readonly CallableFunction[],
): readonly CallableFunction[] {
  switch (tab) {
    case 'read':
    case 'write':
      return own.filter(({ reads }) => reads === (tab === 'read'));
    case 'read-proxy':
    case 'write-proxy':
      return behind.filter(({ reads }) => reads === (tab === 'read-proxy'));
    default:
      return NO_FUNCTIONS;
  }
}

/** Has everything that is open read again on another block, once the reader has typed it. A block that is none changes nothing. */
function useChosenBlock(
  read: ReturnType<typeof readChosenBlock>,
  block: { current: number | 'latest' },
  store: CallStore,
): void {
  const value = read.ok ? read.value : undefined;
  useEffect(() => {
    if (value === undefined || value === block.current) return;
    const timer = setTimeout(
      () => {
        block.current = value;
        store.tell({ type: 'block.changed' });
      },
      value === 'latest' ? 0 : BLOCK_PAUSE,
    );
    return () => clearTimeout(timer);
  }, [value, block, store]);
}
