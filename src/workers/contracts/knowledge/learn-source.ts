/** What sources say of a contract beside themselves: its name and its ABI. */
import { parseAbi } from '../../../core/abi/parse-abi';
import type { Address } from '../../../core/chain/primitives';
import { isBetterOrigin } from '../../../core/contract/merge-knowledge';
import { saveContracts } from '../../../db/contracts/contracts';
import { codeHashOf } from '../build-output/match-build-output';
import { contractIn } from '../compiling/compiler-output';
import type { SourceOfCode } from '../sources/verified-sources';
import type { Knowledge } from './knowledge-base';

/**
 * Takes over, and keeps, the name and ABI in sources that were compared with the code at an address. Says whether
 * anything became known. What a trace file claims is compared with nothing, and stays out.
 */
export async function learnSource(
  { contracts }: Knowledge,
  address: Address,
  { code, source }: SourceOfCode,
): Promise<boolean> {
  const { origin, match, path, name, run } = source;
  const codeHash = codeHashOf(code);
  if (codeHash === undefined || origin === 'traceFile') return false;
  const known = contracts.knowledge(address);
  const isCompared = known?.codeHash === codeHash && known.match !== undefined;
  if (isCompared && !isBetterOrigin(origin, known.abiOrigin)) return false;
  const abi = parseAbi(contractIn(run.output, path, name).abi);
  if (!abi.ok) return false;
  contracts.put('source', {
    networkId: contracts.networkId,
    address,
    name: { text: name, origin },
    abi: abi.value.abi,
    abiOrigin: origin,
    match,
    codeHash,
    compilerVersion: run.version,
    fileCount: Object.keys(run.input.sources).length,
    fetchedAt: Date.now(),
  });
  const learned = contracts.knowledge(address);
  if (learned !== undefined) await saveContracts([learned]);
  return true;
}
