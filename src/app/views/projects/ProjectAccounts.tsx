/** The contracts or the wallets of a project, a table per network. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ETHER, type Network, unlistedNetwork } from '../../../core/chain/network';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import type { Project, ProjectAccount } from '../../../core/projects/project';
import { harmlessText } from '../../../core/text/harmless';
import { removeAccounts } from '../../../db/projects/projects';
import { Badge } from '../../ui/Badge';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { AddressView } from '../../ui/identity/AddressView';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { toast } from '../../ui/toast';
import { type Names, useNames } from '../../use-names';
import { NetworkLinks } from '../network/NetworkLinks';
import { GuardedButton } from '../permissions/GuardedButton';
import { type AskPermission, usePermissions } from '../permissions/use-permissions';
import { AccountDialog } from './AccountDialog';
import { NoteText } from './NoteText';
import { type KnownCode, useKnownCode } from './use-known-code';

type Props = {
  type: ProjectAccount['type'];
  project: Project;
  accounts: readonly ProjectAccount[];
  networks: readonly Network[];
};

export function ProjectAccounts({ type, project, accounts, networks }: Props) {
  const ids = [...new Set(accounts.map(({ networkId }) => networkId))];
  if (ids.length === 0) {
    return (
      <Panel>
        <EmptyState title={type === 'contract' ? 'No contracts yet' : 'No wallets yet'}>
          Add addresses here, one or a whole list, or open the page of an address and choose “Add to project”.
        </EmptyState>
      </Panel>
    );
  }
  return ids.map((id) => (
    <OnNetwork
      key={id}
      type={type}
      project={project}
      network={networks.find((each) => each.id === id) ?? unknownNetwork(id)}
      accounts={accounts.filter(({ networkId }) => networkId === id)}
    />
  ));
}

function unknownNetwork(id: NetworkId): Network {
  return unlistedNetwork(id, `Chain ${id}`, ETHER);
}

const NONE: readonly Address[] = [];

function OnNetwork({
  type,
  project,
  network,
  accounts,
}: {
  type: ProjectAccount['type'];
  project: Project;
  network: Network;
  accounts: readonly ProjectAccount[];
}) {
  const [edited, setEdited] = useState<ProjectAccount>();
  const addresses = accounts.map(({ address }) => address);
  const names = useNames(network.id, addresses);
  const known = useKnownCode(network.id, type === 'contract' ? addresses : NONE);
  async function remove(account: ProjectAccount) {
    if (!(await removeAccounts(project.uid, [account]))) {
      toast({ text: 'The browser refused storage, so it stays in the project.', tone: 'failure' });
    }
  }
  const askPermission = usePermissions();
  const columns = [
    identityColumn(type, names, known),
    ...(type === 'contract' ? codeColumns(known) : []),
    notesColumn(),
    actionsColumn(project, askPermission, { onEdit: setEdited, onRemove: (account) => void remove(account) }),
  ];
  return (
    <NetworkLinks segment={network.route}>
      <Panel
        title={harmlessText(network.name, 40)}
        aside={formatInteger(accounts.length)}
        actions={
          <Link to="/{-$network}" params={{ network: network.route }} className="link">
            Open the network
          </Link>
        }
      >
        <DataTable
          label={`${type === 'contract' ? 'Contracts' : 'Wallets'} on ${network.name}`}
          columns={columns}
          rows={accounts}
          rowKey={({ address }) => address}
        />
      </Panel>
      {edited && <AccountDialog project={project} account={edited} onClose={() => setEdited(undefined)} />}
    </NetworkLinks>
  );
}

function identityColumn(type: ProjectAccount['type'], names: Names, known: KnownCode): Column<ProjectAccount> {
  return {
    label: type === 'contract' ? 'Contract' : 'Wallet',
    render: ({ address, tags }) => {
      const proxy = known(address)?.proxy;
      return (
        <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-2 gap-y-0.5">
          <AddressView address={address} name={names[address]} kind={type} />
          {proxy && (
            <Badge tone="accent" title={proxy}>
              Proxy
            </Badge>
          )}
          {tags.map((tag) => (
            <Badge key={tag}>{harmlessText(tag, 24)}</Badge>
          ))}
        </span>
      );
    },
  };
}

function codeColumns(known: KnownCode): readonly Column<ProjectAccount>[] {
  return [
    {
      label: 'Verification',
      render: ({ address }) => {
        const { word, note, tone, glyph } = known(address)?.verification ?? UNKNOWN;
        return (
          <Badge tone={tone} glyph={glyph} title={note}>
            {word}
          </Badge>
        );
      },
    },
    {
      label: 'Files',
      numeric: true,
      render: ({ address }) => {
        const files = known(address)?.files;
        return files === undefined ? (
          <span className="text-muted" title="No source is known">
            –
          </span>
        ) : (
          formatInteger(files)
        );
      },
    },
  ];
}

const UNKNOWN = {
  word: 'Unverified',
  note: 'No source and no ABI of it is known here',
  tone: 'neutral',
  glyph: '○',
} as const;

function notesColumn(): Column<ProjectAccount> {
  return {
    label: 'Note',
    wide: true,
    render: ({ note }) =>
      note === undefined ? (
        <span className="text-muted">–</span>
      ) : (
        <span className="inline-flex max-w-[48ch] items-baseline gap-2 whitespace-normal">
          {note.isPrivate && <Badge title="It stays here when the project is saved as a file">Private</Badge>}
          <span className="line-clamp-2">
            <NoteText text={note.text} />
          </span>
        </span>
      ),
  };
}

function actionsColumn(
  project: Project,
  askPermission: AskPermission,
  { onEdit, onRemove }: { onEdit: (account: ProjectAccount) => void; onRemove: (account: ProjectAccount) => void },
): Column<ProjectAccount> {
  return {
    label: 'Actions',
    end: true,
    render: (account) => (
      <span className="inline-flex gap-1">
        <GuardedButton
          permission={askPermission('update_contract', project)}
          size="s"
          variant="quiet"
          aria-label={`Edit tags and note of ${shorten(account.address)}`}
          onClick={() => onEdit(account)}
        >
          Edit
        </GuardedButton>
        <GuardedButton
          permission={askPermission('remove_contract', project)}
          size="s"
          variant="quiet"
          aria-label={`Take out ${shorten(account.address)}`}
          onClick={() => onRemove(account)}
        >
          Take out
        </GuardedButton>
      </span>
    ),
  };
}
