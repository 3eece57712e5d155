/** Missing sources from the hosts that the reader allows. */
import { DEFAULT_PACKAGES } from '../../../core/contract/verification/package-file';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { readPreference } from '../../../db/reader/preferences';
import { askProviders } from '../../../net/providers/ask-providers';
import { type SourceQuestion, sourceHosts } from '../../../net/providers/source-hosts';
import type { Chains } from '../../chain/chains';
import { openConfigured } from '../../chain/open-hosted';
import type { FetchedImports, ImportRequest } from '../verification.api';
import { fetchImports } from './fetch-imports';

export async function loadImports(
  chains: Chains,
  request: ImportRequest,
  signal: AbortSignal,
): Promise<Result<FetchedImports, Failure>> {
  const [{ thirdParties }, hosted, consent] = await Promise.all([
    chains.config(),
    openConfigured(chains),
    readPreference('providers'),
  ]);
  const hosts = { packages: DEFAULT_PACKAGES, ...thirdParties };
  const providers = [sourceHosts(hosts), ...(hosted === undefined ? [] : [hosted.texts(hosts)])];
  if (!providers.some((provider) => provider.allowed(consent)))
    return fail(failure('providerOff', 'Sources of imports are not switched on. Switch them on in the settings.'));
  const fetched = await fetchImports(request, async (question) => {
    const page = await askProviders<SourceQuestion, string, string>(providers, question, { consent, signal });
    if (!page.ok) throw new Error(page.error.message);
    return page.value.rows[0];
  });
  return signal.aborted ? fail(failure('cancelled', 'Cancelled.')) : ok(fetched);
}
