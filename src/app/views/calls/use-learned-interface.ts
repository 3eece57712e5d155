import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ok } from '../../../core/values/result';
import { useAccount } from '../../account-context';
import { useNetwork } from '../../network-context';
import { useQuestion } from '../../use-question';
import { learnInterfaces, unknownInterfaces } from './learn-interfaces';

/**
 * Asks for the interfaces that the account of the page lacks, its own and the one behind a proxy, and has the account
 * loaded again when one became known. Returns whether it is asking.
 */
export function useLearnedInterface(): boolean {
  const router = useRouter();
  const { id } = useNetwork().network;
  const account = useAccount();
  const unknown = unknownInterfaces(account);
  const when = unknown.length > 0;
  const answer = useQuestion(
    'contracts',
    `interface ${id} ${unknown.join(' ')}`,
    async (contracts, job) => ok(await learnInterfaces(contracts, job, account)),
    { when },
  );
  const isLearned = answer.state === 'here' && answer.value;
  useEffect(() => {
    if (isLearned) void router.invalidate();
  }, [isLearned, router]);
  return when && answer.state === 'waiting';
}
