/** A draft as the verification of a hosted API takes it: each source with the sources that it imports itself. */

import type { Address, NetworkId } from '../../core/chain/primitives';
import type { VerificationDraft } from '../../core/contract/verification/draft';
import { readImportGraph, remappingsOf } from '../../core/contract/verification/import-graph';
import { inputOfDraft } from '../../core/contract/verification/review-sources';
import type { Fields } from '../../core/values/json-fields';
import { ok, type Result } from '../../core/values/result';
import type { HostedVerification } from '../../net/providers/hosted/routes';

/** The error is one sentence. Settings that the interface has no field for are in `details` of the optimizer alone. */
export function hostedPayload(
  draft: VerificationDraft,
  of: { networkId: NetworkId; address: Address },
): Result<HostedVerification, string> {
  const stated = inputOfDraft(draft);
  if (!stated.ok) return stated;
  const { input, path, name } = stated.value;
  const texts = Object.fromEntries(Object.entries(input.sources).map(([file, { content }]) => [file, content]));
  const remappings = remappingsOf(draft.settings.remappings);
  const optimizer = (input.settings.optimizer ?? {}) as Fields;
  return ok({
    contracts: Object.entries(texts).map(([file, source]) => ({
      contract_name: file === path ? name : nameOfFile(file),
      contract_path: file,
      source,
      imports: importsOf(texts, file, remappings),
      ...(file === path ? { network_id: String(of.networkId), address: of.address } : {}),
    })),
    compiler: {
      name: 'solc',
      version: draft.settings.compilerVersion.replace(/^v?/, 'v'),
      settings: {
        optimizations_used: optimizer.enabled === true,
        optimizations_count: Number(optimizer.runs ?? 0),
        evm_version: draft.settings.evmVersion,
        ...(optimizer.details === undefined ? {} : { details: optimizer.details }),
        remappings,
        via_ir: draft.settings.viaIR,
      },
    },
  });
}

/** Names of the sources that a source imports itself. */
function importsOf(texts: Readonly<Record<string, string>>, file: string, remappings: readonly string[]): string[] {
  const { units } = readImportGraph(texts, file, remappings);
  return units.filter(({ depth }) => depth === 1).map(({ name }) => name);
}

function nameOfFile(file: string): string {
  return (file.split('/').at(-1) ?? file).replace(/\.[a-z]+$/i, '');
}
