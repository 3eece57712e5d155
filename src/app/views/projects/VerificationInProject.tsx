/** Puts a private verification into a project, with the contract that it is of. */
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { Project } from '../../../core/projects/project';
import { addAccounts } from '../../../db/projects/projects';
import { usePermissions } from '../permissions/use-permissions';
import { ProjectOfItem } from './ProjectOfItem';

type Props = { id: string; name: string; networkId: NetworkId; address: Address; abiOnly?: boolean };

/** Offers projects for a verification; `id` is that of its kept entry. */
export function VerificationInProject({ id, name, networkId, address, abiOnly = false }: Props) {
  const askPermission = usePermissions();
  async function addContract(project: Project) {
    if (!askPermission('add_contract', project).allowed) return;
    const now = Date.now();
    await addAccounts(project.uid, [{ networkId, address, type: 'contract', tags: [], addedAt: now, changedAt: now }]);
  }
  return (
    <ProjectOfItem
      kind="verification"
      id={id}
      name={name}
      note={`In a project, ${abiOnly ? 'the ABI travels' : 'sources and ABI travel'} in its file.`}
      onChosen={addContract}
    />
  );
}
