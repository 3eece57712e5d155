/**
 * Recorded blocks opened as the page opens them, from an endpoint that answers
 * with what was recorded and traces nothing: each transaction is executed
 * again, what it paid is the change of its sender's balance, and all views of
 * the page are there.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Receipt, Transaction } from '../../../../src/core/chain/transaction';
import type { ProofLevel } from '../../../../src/core/proof/proof-level';
import { checkOpened } from '../../chains/opened-views';
import { openRecorded, RECORDED, type RecordedName } from '../../chains/recorded-chain';
import { startRecordedNode } from '../../chains/recorded-node';
import { judge } from '../../check';
import type { CaseResult } from '../../suite';

/** For each recording: transactions by their place in the block, and the least level that each reaches. */
const OPENED: Readonly<Record<RecordedName, Readonly<Record<number, ProofLevel>>>> = {
  opStack: { 0: 'proven', 1: 'proven', 6: 'proven' },
  // The later ones pay in a token, and one of them fails. The recordings lack the code of who takes the fees.
  celo: { 0: 'included', 3: 'included', 4: 'included' },
  celoJovian: { 1: 'included', 4: 'included' },
  // A plain payment, a swap of two calls, and one of nine. Headers of Linea commit to no trie of Ethereum's.
  linea: { 0: 'included', 4: 'included', 9: 'included' },
  // The recording has not all nodes that proofs of the later one take.
  taiko: { 0: 'proven', 25: 'included' },
  // The recording has no header before the block, by whose root state is proven.
  scrollEuclid: { 0: 'included', 2: 'included' },
  scrollFeynman: { 0: 'included', 2: 'included' },
  scrollGalileo: { 0: 'included' },
};

export async function* cases(data: string): AsyncIterable<CaseResult> {
  for (const name of Object.keys(OPENED) as RecordedName[]) {
    if (!existsSync(join(data, RECORDED[name]))) continue;
    const chain = await openRecorded(data, name);
    const node = await startRecordedNode(chain);
    try {
      for (const [index, level] of Object.entries(OPENED[name])) {
        const transaction = chain.transactions[Number(index)] as Transaction;
        const receipt = chain.receipts[Number(index)] as Receipt;
        yield await judge(`opened ${name} ${chain.block.number} transaction ${index}`, (check) =>
          checkOpened(check, node.url, { transaction, receipt, least: level }),
        );
      }
    } finally {
      await node.stop();
    }
  }
}
