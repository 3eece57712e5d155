/** What a blueprint (ERC-5202) creates, where imported build output has that contract. */
import { hexToBytes } from '../../core/chain/hex';
import type { Hex } from '../../core/chain/primitives';
import { blueprintInitCode } from '../../core/contract/matching/blueprint';
import type { Blueprint } from './contracts.api';
import type { Knowledge } from './knowledge/knowledge-base';

/** Returns undefined for code that is no blueprint. Init code that goes on behind a contract's is another's. */
export async function readBlueprint({ artifacts }: Knowledge, code: Hex): Promise<Blueprint | undefined> {
  const initCode = blueprintInitCode(hexToBytes(code));
  if (initCode === undefined) return undefined;
  const size = initCode.length;
  if (await artifacts.isEmpty()) return { size };
  await artifacts.prepare();
  const found = artifacts.ofInitCode(initCode);
  if (found?.length !== size) return { size };
  const { name, fileName, compilerVersion } = found.artifact;
  const { match } = found;
  return { size, creates: { contract: name, file: fileName, match, ...(compilerVersion && { compilerVersion }) } };
}
