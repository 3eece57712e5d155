/** What is known of the code of a project's contracts. */
import type { Address, NetworkId } from '../../../core/chain/primitives';
import { verificationLevel } from '../../../core/contract/functions/call-tabs';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import { readContracts } from '../../../db/contracts/contracts';
import type { Tone } from '../../ui/Badge';
import { useLoaded } from '../../use-loaded';
import { newJobId } from '../../use-question';
import { useStored } from '../../use-stored';
import { useContractsApi } from '../../wiring';

type Verification = { word: string; note: string; tone: Tone; glyph: string };
/** `proxy` is its kind. */
type Known = { proxy: string | undefined; verification: Verification; files: number | undefined };
export type KnownCode = (address: Address) => Known | undefined;

/** Contracts that are looked at again because nothing is known of them. */
const LOOKED_AT = 30;

/**
 * Returns what is kept of the contracts. Unknown ones are looked at on their chain, one after the other, once while
 * the page is open: build output may have come since they were added.
 */
export function useKnownCode(networkId: NetworkId, addresses: readonly Address[]): KnownCode {
  const api = useContractsApi();
  const contracts = useStored(() => readContracts(networkId, addresses), [networkId, addresses.join()]);
  const unknown =
    contracts && addresses.filter((address) => verificationLevel(contracts.get(address)) === 'unverified');
  const lookAgain = async () => {
    for (const address of unknown?.slice(0, LOOKED_AT) ?? []) await api.loadAccount(newJobId(), networkId, address);
  };
  useLoaded(unknown?.length ? `${networkId} ${unknown.join()}` : undefined, lookAgain);
  return (address) => {
    const knowledge = contracts?.get(address);
    if (knowledge === undefined) return undefined;
    const { fileCount, sources, proxy } = knowledge;
    return {
      proxy: proxy?.kind,
      verification: verificationOf(knowledge),
      files: fileCount ?? (sources && Object.keys(sources).length),
    };
  };
}

function verificationOf(knowledge: ContractKnowledge): Verification {
  const level = verificationLevel(knowledge);
  if (level === 'unverified') {
    return { word: 'Unverified', note: 'No source and no ABI of it is known here', tone: 'neutral', glyph: '○' };
  }
  if (level === 'abi') {
    return { word: 'ABI verified', note: 'Its interface is known, its source is not', tone: 'pending', glyph: '◐' };
  }
  const isPrivate = knowledge.abiOrigin === 'verifiedHere' || knowledge.abiOrigin === 'buildOutput';
  const match = knowledge.match === 'exact' ? '' : ', partial match';
  return isPrivate
    ? {
        word: `Verified, private${match}`,
        note: 'Verified by sources in this browser only',
        tone: 'success',
        glyph: '✓',
      }
    : { word: `Verified${match}`, note: 'Verified by sources of a provider', tone: 'success', glyph: '✓' };
}
