/** One project: what it is, and its contracts, wallets and transactions. */
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Network } from '../../../core/chain/network';
import { askPermission, KEY_TEXT, KEYS_WITHOUT_CONTROL } from '../../../core/projects/permissions';
import type { Project, ProjectAccount } from '../../../core/projects/project';
import { readProject, readProjectAccounts } from '../../../db/projects/projects';
import { ALL_PROJECTS } from '../../project-link';
import { buttonClass } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Message } from '../../ui/Message';
import { NativeSelect } from '../../ui/NativeSelect';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { Panel } from '../../ui/Panel';
import { TabPanel } from '../../ui/TabStrip';
import { type TabItem, Tabs } from '../../ui/Tabs';
import { useStored } from '../../use-stored';
import { useTitle } from '../../use-title';
import { useUrlValue } from '../../use-url-value';
import { useNetworks } from '../../wiring';
import { useAskHost, useWithdrawn } from '../permissions/use-permissions';
import { WatchesPanel } from '../watch/WatchesPanel';
import { LatestOfProject } from './LatestOfProject';
import { NoteText } from './NoteText';
import { ProjectAccounts } from './ProjectAccounts';
import { ProjectHeading } from './ProjectHeading';
import { ProjectItems, ProjectVerifications } from './ProjectItems';
import { ProjectTransactions } from './ProjectTransactions';

type Props = { username: string; slug: string; tab?: string | undefined; network?: number | undefined };

export function ProjectPage({ username, slug, tab, network }: Props) {
  useTitle(`Project ${username}:${slug}`);
  const stored = useStored(async () => {
    const project = await readProject(username, slug);
    return { project, accounts: project === undefined ? [] : await readProjectAccounts(project.uid) };
  }, [username, slug]);
  const networks = useNetworks();
  if (stored === undefined || networks === undefined) return <PageSkeleton />;
  const { project, accounts } = stored;
  if (project === undefined) return <NoProject name={`${username}:${slug}`} />;
  // Dialogs and a folder kept in step are of this project, also after it was renamed.
  return (
    <Page key={project.uid} project={project} accounts={accounts} networks={networks} tab={tab} network={network} />
  );
}

function NoProject({ name }: { name: string }) {
  return (
    <Message
      title="Project not found"
      actions={
        <Link {...ALL_PROJECTS} className={buttonClass({ variant: 'primary' })}>
          All projects
        </Link>
      }
    >
      This browser has no project <span className="mono break-all">{name.slice(0, 120)}</span>. It may have been renamed
      or removed, or is in another browser.
    </Message>
  );
}

const TABS = ['overview', 'transactions', 'contracts', 'wallets', 'simulations', 'watches'] as const;
type Tab = (typeof TABS)[number];
const TAB_TEXT: Record<Tab, string> = {
  overview: 'Overview',
  transactions: 'Transactions',
  contracts: 'Contracts',
  wallets: 'Wallets',
  simulations: 'Simulations',
  watches: 'Watches',
};

function Page({
  project,
  accounts,
  networks,
  tab,
  network,
}: {
  project: Project;
  accounts: readonly ProjectAccount[];
  networks: readonly Network[];
  tab: string | undefined;
  network: number | undefined;
}) {
  const panelId = useId();
  const [, setTab] = useUrlValue<string | undefined>('tab');
  const open: Tab = TABS.find((each) => each === tab) ?? 'overview';
  const contracts = accounts.filter(({ type }) => type === 'contract');
  const wallets = accounts.filter(({ type }) => type === 'wallet');
  const tabs: TabItem<Tab>[] = [
    { id: 'overview', label: TAB_TEXT.overview },
    { id: 'transactions', label: TAB_TEXT.transactions },
    { id: 'contracts', label: TAB_TEXT.contracts, count: contracts.length },
    { id: 'wallets', label: TAB_TEXT.wallets, count: wallets.length },
    { id: 'simulations', label: TAB_TEXT.simulations },
    { id: 'watches', label: TAB_TEXT.watches },
  ];
  const closed = askPermission('add_contract', project);
  useAskHost([project]);
  const withdrawn = useWithdrawn(project);
  const used = networks.filter(({ id }) => accounts.some(({ networkId }) => networkId === id));
  const shown = used.find(({ id }) => id === network) ?? used[0];
  return (
    <article className="flex flex-col gap-3.5">
      <ProjectHeading project={project} accounts={accounts} networks={networks} />
      {!closed.allowed && <Callout>{closed.reason}</Callout>}
      {withdrawn.length > 0 && (
        <Callout>
          The host does not allow {withdrawn.map((key) => KEY_TEXT[key]).join(', ')}.{' '}
          {withdrawn.map((key) => KEYS_WITHOUT_CONTROL[key]).join(' ')}
        </Callout>
      )}
      <div className="border-line border-b">
        <Tabs
          label="Parts of the project"
          tabs={tabs}
          open={open}
          panelId={panelId}
          onOpen={(id) => setTab(id === 'overview' ? undefined : id)}
        />
      </div>
      <TabPanel id={panelId} label={TAB_TEXT[open]} className="flex flex-col gap-3.5">
        {(open === 'overview' || open === 'transactions') && shown !== undefined && used.length > 1 && (
          <NetworkChoice networks={used} shown={shown} />
        )}
        {open === 'overview' && (
          <>
            {project.description !== '' && <Description text={project.description} />}
            <LatestOfProject key={shown?.id} network={shown} accounts={accounts} />
          </>
        )}
        {open === 'transactions' && (
          <ProjectTransactions key={shown?.id} network={shown} project={project} accounts={accounts} />
        )}
        {open === 'contracts' && (
          <>
            <ProjectAccounts type="contract" project={project} accounts={contracts} networks={networks} />
            <ProjectVerifications project={project} />
          </>
        )}
        {open === 'simulations' && <ProjectItems project={project} />}
        {open === 'watches' && <WatchesPanel project={project} networks={networks} />}
        {open === 'wallets' && (
          <ProjectAccounts type="wallet" project={project} accounts={wallets} networks={networks} />
        )}
      </TabPanel>
    </article>
  );
}

function NetworkChoice({ networks, shown }: { networks: readonly Network[]; shown: Network }) {
  const [, setNetwork] = useUrlValue<number | undefined>('network');
  const [, setAfter] = useUrlValue<string | undefined>('after');
  return (
    <div className="flex items-center gap-2">
      <span className="text-muted">Transactions on</span>
      <NativeSelect
        label="Network"
        value={String(shown.id)}
        options={networks.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => {
          // A place in the list of one network is none in that of another.
          setAfter(undefined);
          setNetwork(Number(id));
        }}
      />
    </div>
  );
}

function Description({ text }: { text: string }) {
  return (
    <Panel title="Description">
      <div className="px-3 py-2">
        <NoteText text={text} />
      </div>
    </Panel>
  );
}
