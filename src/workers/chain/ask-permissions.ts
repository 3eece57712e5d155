/** Which permission keys the deployment's hosted API withdraws: asked, and kept for the pages and for when it cannot be asked. */
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { readPreference, savePreference } from '../../db/reader/preferences';
import type { Chains } from './chains';
import { openConfigured } from './open-hosted';

/** Projects of one browser whose keys are asked for. */
const MAX_PROJECTS = 200;

/**
 * Asks about the account, whose answer is kept under '', and about each project. A question that fails keeps its last
 * answer; a project that the host does not know has no key withdrawn.
 */
export async function askPermissions(
  chains: Chains,
  projects: readonly string[],
  signal: AbortSignal,
): Promise<Result<void, Failure>> {
  const hosted = await openConfigured(chains);
  if (hosted?.api.access.paths.permissions === undefined) return ok(undefined);
  if (!hosted.isAllowed(await readPreference('providers'))) return ok(undefined);
  let failed: Result<void, Failure> = ok(undefined);
  const told: Record<string, readonly string[]> = {};
  for (const project of ['', ...projects.slice(0, MAX_PROJECTS)]) {
    signal.throwIfAborted();
    const answer = await hosted.api.withdrawn(project === '' ? undefined : project, signal);
    if (answer.ok) told[project] = answer.value ?? [];
    else failed = answer;
  }
  const kept = await readPreference('withdrawnKeys');
  const changed = { ...kept, ...told };
  if (JSON.stringify(changed) !== JSON.stringify(kept)) {
    await savePreference(
      'withdrawnKeys',
      Object.fromEntries(Object.entries(changed).map(([key, list]) => [key, [...list]])),
    );
  }
  return failed;
}
