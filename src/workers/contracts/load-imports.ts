/** Missing sources from the hosts that the reader allows. */
import type { RuntimeConfig } from '../../core/config';
import { DEFAULT_PACKAGES } from '../../core/contract/verification/package-file';
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { readPreference } from '../../db/preferences';
import { askProviders } from '../../net/providers/ask-providers';
import { sourceHosts } from '../../net/providers/source-hosts';
import { fetchImports } from './fetch-imports';
import type { FetchedImports, ImportRequest } from './verification.api';

export async function loadImports(
  hosts: RuntimeConfig['thirdParties'],
  request: ImportRequest,
  signal: AbortSignal,
): Promise<Result<FetchedImports, Failure>> {
  const provider = sourceHosts({ packages: DEFAULT_PACKAGES, ...hosts });
  const consent = await readPreference('providers');
  if (!provider.allowed(consent))
    return fail(failure('providerOff', 'Sources of imports are not switched on. Switch them on in the settings.'));
  const fetched = await fetchImports(request, async (question) => {
    const page = await askProviders([provider], question, { consent, signal });
    if (!page.ok) throw new Error(page.error.message);
    return page.value.rows[0];
  });
  return signal.aborted ? fail(failure('cancelled', 'Cancelled.')) : ok(fetched);
}
