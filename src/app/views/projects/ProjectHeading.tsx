/** What a project is, what it has, and what can be done with it. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import type { PermissionKey } from '../../../core/projects/permissions';
import { type Project, type ProjectAccount, projectId } from '../../../core/projects/project';
import { harmlessText } from '../../../core/text/harmless';
import { deleteProject, duplicateProject, setTransfer } from '../../../db/projects/projects';
import { canOpenFolders, chooseFolder } from '../../folder-access';
import { ALL_PROJECTS, projectLink } from '../../project-link';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Fact, Facts } from '../../ui/Facts';
import { TimeView } from '../../ui/identity/TimeView';
import { Menu } from '../../ui/Menu';
import { toast } from '../../ui/toast';
import { GuardedButton } from '../permissions/GuardedButton';
import { usePermissions } from '../permissions/use-permissions';
import { AddAccountsDialog } from './AddAccountsDialog';
import { ExportDialog } from './ExportDialog';
import { FolderSync } from './FolderSync';
import { ProjectDialog } from './ProjectDialog';

import { TransferDialog } from './TransferDialog';
import { VISIBILITY_TEXT } from './visibility-text';

type Props = { project: Project; accounts: readonly ProjectAccount[]; networks: readonly Network[] };
type Opened = 'add' | 'edit' | 'export' | 'transfer' | 'remove';

export function ProjectHeading({ project, accounts, networks }: Props) {
  const [folder, setFolder] = useState<FileSystemDirectoryHandle>();
  const [opened, setOpened] = useState<Opened>();
  const askPermission = usePermissions();
  const { visibility, createdAt, changedAt, lastPushAt } = project;
  const contracts = accounts.filter(({ type }) => type === 'contract').length;
  const tags = new Set(accounts.flatMap((account) => account.tags)).size;
  const close = () => setOpened(undefined);
  return (
    <>
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="min-w-0 break-words">
              <bdi>{harmlessText(project.name, 60)}</bdi>
            </h1>
            <Badge title={VISIBILITY_TEXT[visibility].note}>{VISIBILITY_TEXT[visibility].label}</Badge>
            {project.transferTo && <Badge tone="pending">In transfer</Badge>}
          </div>
          <p className="mono break-all text-muted">{projectId(project)}</p>
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <GuardedButton
            permission={askPermission('add_contract', project)}
            variant="primary"
            onClick={() => setOpened('add')}
          >
            Add addresses
          </GuardedButton>
          <Actions project={project} onOpen={setOpened} onFolder={setFolder} />
        </div>
      </header>
      {folder && (
        <FolderSync project={project} networks={networks} folder={folder} onStop={() => setFolder(undefined)} />
      )}
      <Facts label="Project in short">
        <Fact label="Contracts">{formatInteger(contracts)}</Fact>
        <Fact label="Wallets">{formatInteger(accounts.length - contracts)}</Fact>
        <Fact label="Networks">{formatInteger(new Set(accounts.map(({ networkId }) => networkId)).size)}</Fact>
        <Fact label="Tags">{formatInteger(tags)}</Fact>
        <Fact label="Notes">{formatInteger(accounts.filter(({ note }) => note !== undefined).length)}</Fact>
        <Fact label="Created">
          <TimeView time={createdAt} />
        </Fact>
        <Fact label="Changed">
          <TimeView time={changedAt} />
        </Fact>
        <Fact label="Last push">{lastPushAt === undefined ? 'never' : <TimeView time={lastPushAt} />}</Fact>
      </Facts>
      {opened === 'add' && <AddAccountsDialog project={project} networks={networks} onClose={close} />}
      {opened === 'edit' && <EditDialog project={project} onClose={close} />}
      {opened === 'export' && <ExportDialog project={project} networks={networks} onClose={close} />}
      {opened === 'transfer' && (
        <TransferDialog project={project} onClose={close} onMarked={() => setOpened('export')} />
      )}
      <RemoveDialog open={opened === 'remove'} project={project} count={accounts.length} onClose={close} />
    </>
  );
}

/** Everything that is done to the project as a whole. What a permission closes is disabled; the page says why. */
function Actions({
  project,
  onOpen,
  onFolder,
}: {
  project: Project;
  onOpen: (opened: Opened) => void;
  onFolder: (folder: FileSystemDirectoryHandle) => void;
}) {
  const navigate = useNavigate();
  const askPermission = usePermissions();
  const isOpen = (key: PermissionKey) => askPermission(key, key === 'create_project' ? undefined : project).allowed;
  async function duplicate() {
    const copy = await duplicateProject(project);
    if (copy === undefined) {
      toast({ text: 'The browser refused storage, so there is no duplicate.', tone: 'failure' });
      return;
    }
    toast({ text: `This is the duplicate: ${harmlessText(copy.name, 60)}.`, tone: 'success' });
    await navigate(projectLink(copy));
  }
  async function openFolder() {
    const folder = await chooseFolder('loupe-project', 'readwrite');
    if (folder !== undefined) onFolder(folder);
  }
  return (
    <Menu
      label="Actions of the project"
      items={[
        { label: 'Name and visibility…', disabled: !isOpen('update_project'), onSelect: () => onOpen('edit') },
        { label: 'Duplicate', disabled: !isOpen('create_project'), onSelect: () => void duplicate() },
        { label: 'Save as a file…', onSelect: () => onOpen('export') },
        canOpenFolders()
          ? { label: 'Keep in a folder…', onSelect: () => void openFolder() }
          : { label: 'Keep in a folder: not supported by this browser', disabled: true, onSelect: () => {} },
        project.transferTo === undefined
          ? { label: 'Hand over…', disabled: !isOpen('manage_collaborators'), onSelect: () => onOpen('transfer') }
          : {
              label: 'Take back',
              disabled: !isOpen('manage_collaborators'),
              onSelect: () => void setTransfer(project.uid, undefined),
            },
        { label: 'Remove…', disabled: !isOpen('delete_project'), onSelect: () => onOpen('remove') },
      ]}
      trigger={(props) => <Button {...props}>Actions</Button>}
    />
  );
}

function EditDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ProjectDialog
      project={project}
      owner={project.owner}
      onClose={onClose}
      onKept={(kept) => void navigate({ ...projectLink(kept), search: true, replace: true })}
    />
  );
}

function RemoveDialog({
  open,
  project,
  count,
  onClose,
}: {
  open: boolean;
  project: Project;
  count: number;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  async function remove() {
    if (await deleteProject(project.uid)) await navigate(ALL_PROJECTS);
    else toast({ text: 'The browser refused storage, so the project stays.', tone: 'failure' });
  }
  return (
    <ConfirmDialog
      open={open}
      title={`Remove ${harmlessText(project.name, 60)}?`}
      action="Remove the project"
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      Its tags and notes of {countOf(count, 'address', 'addresses')} are lost. Your labels, and what is known of the
      addresses, stay.
    </ConfirmDialog>
  );
}
