import { expect, test } from 'vitest';
import { learnInterfaces, unknownInterfaces } from '../../../src/app/views/calls/learn-interfaces';
import type { VerificationLevel } from '../../../src/core/contract/functions/call-tabs';
import type { ContractKnowledge } from '../../../src/core/contract/knowledge';
import { failure } from '../../../src/core/values/failure';
import { fail, ok, type Result } from '../../../src/core/values/result';
import type { ContractsService } from '../../../src/workers/client';
import type { AccountSummary } from '../../../src/workers/contracts/contracts.api';
import type { JobId } from '../../../src/workers/ids';

const PROXY = `0x${'0a'.repeat(20)}` as AccountSummary['address'];
const BEHIND = `0x${'0b'.repeat(20)}` as AccountSummary['address'];
const networkId = 31337 as AccountSummary['networkId'];

function knowledgeOf(address: AccountSummary['address'], more: Partial<ContractKnowledge> = {}): ContractKnowledge {
  return { networkId, address, abi: [], fetchedAt: 0, ...more };
}
const ABI: ContractKnowledge['abi'] = [
  { type: 'function', name: 'ping', inputs: [], outputs: [], stateMutability: 'view' },
];
const proxy = { kind: 'eip1967', implementation: BEHIND } as ContractKnowledge['proxy'] & object;

function accountOf(more: Partial<AccountSummary> = {}): AccountSummary {
  const account = { networkId, address: PROXY, type: 'contract', balance: ok(0n), nonce: 1, codeSize: 9 } as const;
  return { ...account, knowledge: knowledgeOf(PROXY), ...more };
}

/** Answers for each address, and whom it was asked about. */
function asking(answers: Record<string, Result<VerificationLevel, ReturnType<typeof failure>>>) {
  const asked: string[] = [];
  const contracts = {
    learnInterface: async (_job: JobId, _network: number, address: string) => {
      asked.push(address);
      return answers[address] ?? ok('unverified');
    },
  } as unknown as ContractsService;
  return { asked, learn: (account: AccountSummary) => learnInterfaces(contracts, 'job-1' as JobId, account) };
}

test('of a proxy both are asked for, and one that became known is enough', async () => {
  const { asked, learn } = asking({ [PROXY]: fail(failure('endpointDown', 'Nobody answers.')), [BEHIND]: ok('abi') });
  expect(await learn(accountOf({ knowledge: knowledgeOf(PROXY, { proxy }) }))).toBe(true);
  expect(asked).toEqual([PROXY, BEHIND]);
});

test('what stays unverified was not learnt', async () => {
  expect(await asking({}).learn(accountOf())).toBe(false);
});

test('nobody is asked about a wallet, or about what is known', () => {
  expect(unknownInterfaces(accountOf({ type: 'wallet' }))).toEqual([]);
  const implementation = knowledgeOf(BEHIND, { abi: ABI });
  expect(unknownInterfaces(accountOf({ knowledge: knowledgeOf(PROXY, { proxy, abi: ABI }), implementation }))).toEqual(
    [],
  );
});
