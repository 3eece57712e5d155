import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { verificationLevel } from '../../../core/contract/call-tabs';
import { ok } from '../../../core/result';
import { useNetwork } from '../../network-context';
import { useQuestion } from '../../use-question';
import { useAccount } from '../account/account-context';

/**
 * Asks for the interfaces that the account of the page lacks, its own and the one behind a proxy, and has the account
 * loaded again when one became known. Returns whether it is asking.
 */
export function useLearnedInterface(): boolean {
  const router = useRouter();
  const { id } = useNetwork().network;
  const { address, knowledge, implementation } = useAccount();
  const behind = knowledge.proxy?.implementation;
  const unknown = [
    ...(verificationLevel(knowledge) === 'unverified' ? [address] : []),
    ...(behind !== undefined && verificationLevel(implementation) === 'unverified' ? [behind] : []),
  ];
  const when = unknown.length > 0;
  const answer = useQuestion(
    'contracts',
    `interface ${id} ${unknown.join(' ')}`,
    async (contracts, job) => {
      let isLearned = false;
      for (const each of unknown) {
        const level = await contracts.learnInterface(job, id, each);
        // What cannot be had stays unverified, which the page says.
        if (level.ok && level.value !== 'unverified') isLearned = true;
      }
      return ok(isLearned);
    },
    { when },
  );
  const isLearned = answer.state === 'here' && answer.value;
  useEffect(() => {
    if (isLearned) void router.invalidate();
  }, [isLearned, router]);
  return when && answer.state === 'waiting';
}
