/**
 * Blocks made up for families of which none is recorded with its state, opened
 * as the page opens them: level, fees, events and state are those that the
 * rules of the family ask for by hand.
 */
import type { Address } from '../../../../src/core/chain/primitives';
import type { Receipt } from '../../../../src/core/chain/transaction';
import { answered } from '../../chains/answered';
import { CONTRACT, HANDED_ON, makeUp, PAID, SENDER, VALUE } from '../../chains/made-up-block';
import { MADE_UP } from '../../chains/made-up-families';
import { checkOpened } from '../../chains/opened-views';
import { startRecordedNode } from '../../chains/recorded-node';
import { judge } from '../../check';
import type { CaseResult } from '../../suite';

/** The contract in whose name the protocol of Polygon logs. */
const SILENT = ['0x0000000000000000000000000000000000001010' as Address];

export async function* cases(): AsyncIterable<CaseResult> {
  for (const [name, family] of Object.entries(MADE_UP)) {
    const chain = await makeUp(family);
    const node = await startRecordedNode(chain);
    const call = chain.transactions.findIndex(({ to, value }) => to === CONTRACT && value === VALUE);
    try {
      for (const [index, transaction] of chain.transactions.entries()) {
        const receipt = chain.receipts[index] as Receipt;
        yield await judge(`made-up ${name} transaction ${index}`, async (check) => {
          const { least = 'proven' } = family;
          const opened = { transaction, receipt, least, silent: SILENT } as const;
          if (index !== call) return checkOpened(check, node.url, opened);
          check.equal('gas used', receipt.gasUsed, family.gas);
          check.equal('events', receipt.logs.map(({ topics }) => topics[0]).join(), family.topics.join());
          return checkOpened(check, node.url, {
            ...opened,
            also: async ({ trace }, handle) => {
              const { parts, moved } = answered(await trace.paidFees(handle));
              check.equal('fees', inWords(parts), inWords(family.fees(BigInt(family.gas))));
              check.equal('what it moved', moved, -VALUE);
              const { pre, post } = answered(await trace.stateDiff(handle));
              check.equal('what the contract is left', BigInt(post[CONTRACT]?.balance ?? 0), 1n + VALUE - HANDED_ON);
              check.equal('what is handed on', BigInt(post[PAID]?.balance ?? 0), HANDED_ON);
              const slots = Object.entries(post[CONTRACT]?.storage ?? {}).map(
                ([key, value]) => `${BigInt(key)}=${BigInt(value)}`,
              );
              check.equal('slots', slots.join(), `0=${family.seen}`);
              check.equal(
                'slots before',
                Object.keys(pre[CONTRACT]?.storage ?? {})
                  .map(Number)
                  .join(),
                '2',
              );
              check.equal('the nonce', post[SENDER]?.nonce, 1);
            },
          });
        });
      }
    } finally {
      await node.stop();
    }
  }
}

function inWords(parts: readonly { kind: string; wei: bigint; to?: string }[]): string {
  return parts.map(({ kind, wei, to }) => `${kind} ${wei} to ${to}`).join(', ');
}
