/** A contract and its storage, as `loupe contract --json` and `loupe storage --json` print them. */
import type { ContractKnowledge } from '../../../src/core/contract/knowledge';
import type { ContractAnswers, StorageAnswers } from '../read-contract';
import { named, valueFact } from './values';

/** Returns the facts of an account. */
export function contractFacts({ account, source: found }: ContractAnswers) {
  const { address, type, balance, nonce, codeSize, codeHash, knowledge, implementation, token, facets, blueprint } =
    account;
  const source = found?.ok ? found.value.source : undefined;
  return {
    format: 'loupe-contract',
    version: 1,
    ...{ address, type, nonce, codeSize, codeHash, token },
    ...(balance.ok && { balance: balance.value }),
    ...knowledgeFact(knowledge),
    ...(implementation && { implementation: { address: implementation.address, ...knowledgeFact(implementation) } }),
    ...(blueprint && { blueprint }),
    ...(facets && { facets: facets.map((facet) => facet.address) }),
    ...(source && {
      source: {
        origin: source.origin,
        match: source.match,
        language: source.language,
        compilerVersion: source.compilerVersion,
        file: source.file,
        contract: source.contract,
        files: source.files.map(({ path }) => path),
      },
    }),
  };
}

function knowledgeFact({ name, abi, abiOrigin, proxy, match, compilerVersion }: ContractKnowledge) {
  return { ...named('name', name), abi, abiOrigin, proxy, match, compilerVersion };
}

/** Returns the facts of what a contract stores. */
export function storageFacts(answers: StorageAnswers) {
  const head = { format: 'loupe-storage', version: 1, address: answers.address };
  if ('all' in answers) {
    const { blockNumber, variables } = answers.all;
    const facts = variables.map(({ value, ...where }) => ({ ...where, value: valueFact(value) }));
    return { ...head, block: blockNumber, variables: facts };
  }
  const { value, word, slot, type, blockNumber } = answers.reading;
  return {
    ...{ ...head, block: blockNumber, path: answers.path, type, slot, word },
    ...(value && { value: valueFact(value) }),
  };
}
