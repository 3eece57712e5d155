/** Sourcify, asked for the contract at an address (API v2). It learns the chain and the address, and nothing else. */
import { StartFailure } from '../../devnet/start-failure';
import type { VerifiedSource } from '../../src/core/contract/build-output/standard-input';
import type { ContractKnowledge } from '../../src/core/contract/knowledge';
import type { Failure } from '../../src/core/values/failure';
import { ok, type Result } from '../../src/core/values/result';
import type { ContractQuestion, Provider } from '../../src/net/providers/provider';
import { sourcifyContracts, sourcifySources } from '../../src/net/providers/sourcify';

/** The server that a command asks unless another is named. */
export const SOURCIFY = 'https://sourcify.dev/server';

/** Returns what Sourcify states of a contract; undefined where it has not verified it. */
export function statedBySourcify(
  server: string,
  question: ContractQuestion,
): Promise<Result<ContractKnowledge | undefined, Failure>> {
  return askOne(sourcifyContracts(server), question);
}

/**
 * Returns the standard JSON input that Sourcify has of a contract, undefined where it has none. Throws a `StartFailure`
 * for a language that solc does not compile.
 */
export async function inputOfSourcify(
  server: string,
  question: ContractQuestion,
): Promise<Result<VerifiedSource | undefined, Failure>> {
  const found = await askOne(sourcifySources(server), question);
  if (found.ok && found.value !== undefined && found.value.input.language !== 'Solidity')
    throw new StartFailure('What Sourcify has is not written in Solidity; solc does not compile it.');
  return found;
}

async function askOne<Row>(provider: Provider<ContractQuestion, Row>, question: ContractQuestion) {
  const page = await provider.ask(question, undefined, new AbortController().signal);
  return page.ok ? ok(page.value.rows[0]) : page;
}
