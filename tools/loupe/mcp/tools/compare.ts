/** The tool that compares two runs: transactions, simulated steps, transactions of virtual networks. */
import { readDifference } from '../../read-difference';
import { writeDifference } from '../../text/difference';
import { Answer, SIZE } from '../answer';
import { cursor, NETWORK, size, skipOf, TRANSACTION, tool } from '../tool';

/** Rows and differences of state of one answer. */
const ROWS = 400;

export const compare = tool({
  name: 'compare',
  description:
    'Where two runs are not the same: calls that differ (− of the first, + of the second), gas by function, state. Simulated steps are compared by the hashes that simulate answers.',
  fields: { first: TRANSACTION, second: TRANSACTION, network: NETWORK, secondNetwork: NETWORK, ...{ size, cursor } },
  async run(session, given) {
    const a = await session.open(given.network, given.first);
    const b = await session.open(given.secondNetwork ?? given.network, given.second);
    const answers = await readDifference(session.engine, { a: a.handle, b: b.handle }, ROWS);
    const link = session.link(a.networkId, 'diff', { a: a.hash, b: b.hash });
    const proofs = [session.proofOf(a), session.proofOf(b)];
    const proof = proofs[0] === proofs[1] ? `both ${proofs[0]}` : `first ${proofs[0]}; second ${proofs[1]}`;
    const answer = new Answer({ proof, link }, given.size ?? SIZE.usual, skipOf(given.cursor));
    writeDifference(answer.page(), answers, a.currency, ROWS);
    return answer.text();
  },
});
