/** Permissions as controls ask for them: what the project itself closes, and what the deployment's hosted API withdraws. */
import {
  askPermission,
  PERMISSION_KEYS,
  type Permission,
  type PermissionKey,
} from '../../../core/projects/permissions';
import { type Project, projectId } from '../../../core/projects/project';
import { readPreference } from '../../../db/reader/preferences';
import { useQuestion } from '../../use-question';
import { useStored } from '../../use-stored';
import { useWiring } from '../../wiring';

export type AskPermission = (key: PermissionKey, project?: Project) => Permission;

/** Which keys a host withdraws, by project (`owner:slug`), '' for the account. */
type Withdrawn = Readonly<Record<string, readonly PermissionKey[]>>;
const NOTHING: Withdrawn = {};
const NOT_READ: Permission = { allowed: false, reason: 'Reading the permissions from the host.' };

/** Asks as the host answered last. Until its kept answers are read, nothing is allowed. */
export function usePermissions(): AskPermission {
  const { config } = useWiring();
  const hasHost = config.hostedApi?.paths.permissions !== undefined;
  const withdrawn = useStored(() => (hasHost ? readWithdrawn() : Promise.resolve(NOTHING)), [hasHost]);
  return (key, project) => {
    if (!hasHost) return askPermission(key, project);
    if (withdrawn === undefined) return NOT_READ;
    return askPermission(key, project, withdrawn[project === undefined ? '' : projectId(project)]);
  };
}

/** Asks the host anew about these projects, which `usePermissions` then follows; nothing where there is no host. */
export function useAskHost(projects: readonly Project[] | undefined): void {
  const { config } = useWiring();
  const hasHost = config.hostedApi?.paths.permissions !== undefined;
  const ids = projects?.map(projectId) ?? [];
  useQuestion('chain', `permissions ${ids.join()}`, (chain, job) => chain.askPermissions(job, ids), {
    when: hasHost && projects !== undefined,
  });
}

/** Returns the keys that a host withdraws of a project, for the page to say. */
export function useWithdrawn(project: Project): readonly PermissionKey[] {
  const ask = usePermissions();
  return PERMISSION_KEYS.filter((key) => {
    const locally = askPermission(key, project);
    const permission = ask(key, project);
    return locally.allowed && !permission.allowed && permission !== NOT_READ;
  });
}

async function readWithdrawn(): Promise<Withdrawn> {
  const [consent, kept] = await Promise.all([readPreference('providers'), readPreference('withdrawnKeys')]);
  if (consent.hosted !== true) return NOTHING;
  const keysOf = (words: readonly string[]) => PERMISSION_KEYS.filter((key) => words.includes(key));
  return Object.fromEntries(Object.entries(kept).map(([project, words]) => [project, keysOf(words)]));
}
