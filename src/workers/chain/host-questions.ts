/** Answers the questions that go to a hosted API alone. */
import type { NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import { failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { readPreference } from '../../db/reader/preferences';
import type { HostedApi } from '../../net/providers/hosted/hosted-api';
import type { Chains } from './chains';
import type { HostAnswer, HostQuestion, HostQuestions, HostTopic } from './host.api';
import { openConfigured, openHosted } from './open-hosted';

type Told<Of extends HostTopic> = Promise<Result<HostQuestions[Of]['told'] | undefined, Failure>>;
type Askers = {
  [Of in HostTopic]: (api: HostedApi, asked: HostQuestions[Of]['asked'], signal: AbortSignal) => Told<Of>;
};

const ASKERS: Askers = {
  reach: async () => ok(true),
  balance: (api, asked, signal) => api.balance(asked, signal),
  state: askState,
  transaction: (api, asked, signal) => api.cachedTransaction(asked, signal),
  usage: (api, _, signal) => api.usage(signal),
  safety: (api, { networkId, action }, signal) => api.actionSafety(networkId, action, signal),
  async verify(api, { networkId, address, draft }, signal) {
    const { hostedPayload } = await import('./hosted-payload');
    const payload = hostedPayload(draft, { networkId, address });
    return payload.ok ? api.verify(payload.value, signal) : fail(failure('badAnswer', payload.error));
  },
  async verifyAbi(api, { networkId, address, contractName, abi: text }, signal) {
    const { parseAbi } = await import('../../core/abi/parse-abi');
    const parsed = parseAbi(text);
    if (!parsed.ok) return fail(failure('badAnswer', parsed.error));
    const account = await api.verifyAbi({ networkId, address }, { abi: parsed.value.abi, contractName }, signal);
    if (!account.ok || account.value === undefined) return account as Result<undefined, Failure>;
    // Its answer is the account that it took the ABI for.
    return ok({ isVerified: account.value.address === address, mismatches: [] });
  },
};

/** Asks the hosted API; undefined where there is none that the reader allows. */
export async function askHosted<Of extends HostTopic>(
  chains: Chains,
  question: HostQuestion<Of>,
  signal: AbortSignal,
): Promise<Result<HostAnswer<Of> | undefined, Failure>> {
  const { of, networkId } = question as { of: Of; networkId?: NetworkId };
  const hosted = await (networkId === undefined ? openConfigured(chains) : openHosted(chains, networkId));
  if (!hosted?.isAllowed(await readPreference('providers'))) return ok(undefined);
  const { name, project } = hosted.api.access;
  const told = await ASKERS[of](hosted.api, question, signal);
  return told.ok ? ok({ host: name, ...(project === undefined ? {} : { project }), told: told.value }) : told;
}

async function askState(api: HostedApi, { networkId }: { networkId: NetworkId }, signal: AbortSignal): Told<'state'> {
  const [block, networks] = await Promise.all([api.blockNumber(networkId, signal), api.networks(signal)]);
  if (!block.ok || block.value === undefined) return block as Result<undefined, Failure>;
  const listed = networks.ok ? networks.value?.find(({ id }) => id === networkId) : undefined;
  return ok({ blockNumber: block.value, networkName: listed?.name ?? '' });
}
