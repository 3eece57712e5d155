/** Amounts among the evidence of a verdict, in the units of the token that the verdict names. */
import { amountOf } from '../../../core/abi/value-text';
import type { Address } from '../../../core/chain/primitives';
import type { Evidence } from '../../../core/safety/verdict';
import type { KnownContracts } from '../../contracts/knowledge/known-contracts';
import { inUnits, tokenAt } from '../decoding/name-values';
import type { EvidenceView } from '../safety.api';

/** Numbers of these are amounts; other numbers are times and ids. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'Amount',
  'The sender loses',
  'The account loses',
  'It gets',
  'Taken',
  'By the events',
  'By its balance',
]);

/** Returns the evidence with the text of each amount, where it names one token and that states its decimals. */
export function withUnits(evidence: readonly Evidence[], contracts: KnownContracts): readonly EvidenceView[] {
  const [named, ...others] = evidence.filter(({ label }) => label === 'Token');
  if (named === undefined || others.length > 0) return evidence;
  const token = tokenAt(named.value as Address, contracts, false);
  if (token === undefined || token.hasItems) return evidence;
  return evidence.map((each) => {
    const { label, value } = each;
    if (!AMOUNTS.has(label) || !/^-?\d+$/.test(value)) return each;
    const number = { name: '', type: 'uint256', kind: 'integer' as const, text: value, length: value.length };
    const amount = amountOf(inUnits(number, token, label === 'Amount'))?.exact;
    return amount === undefined ? each : { ...each, amount };
  });
}
