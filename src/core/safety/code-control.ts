/** Who decides what the code of a contract is: code of others, upgrades, owners, the end of a contract. */
import { toEventSelector } from 'viem';
import { bytesToHex } from '../chain/hex';
import { isPrecompile } from '../chain/precompiles';
import type { Address, Hex } from '../chain/primitives';
import { ZERO_ADDRESS } from '../chain/zero-address';
import { RowKind, rowIndex, type Trace } from '../trace/rows';
import { addressAt, addressOfTopic, callsOf, createdIn, isUndone, logsOf, type SafetySubject } from './subject';
import type { Verdict } from './verdict';

const UPGRADED = toEventSelector('Upgraded(address)');
const BEACON_UPGRADED = toEventSelector('BeaconUpgraded(address)');
const ADMIN_CHANGED = toEventSelector('AdminChanged(address,address)');
const OWNERSHIP = toEventSelector('OwnershipTransferred(address,address)');

export function checkCodeControl(subject: SafetySubject): Verdict[] {
  return [...foreignCode(subject), ...events(subject), ...ends(subject)];
}

/** DELEGATECALL and CALLCODE to unverified code; worse where the calldata names it. Each code is told once. */
function foreignCode({ trace, isVerified }: SafetySubject): Verdict[] {
  const verdicts: Verdict[] = [];
  const told = new Set<Address>();
  const { rows, payload } = trace;
  const calldata = bytesToHex(payload.subarray(rows.inputStart[0], rows.inputStart[0] + rows.inputLength[0]));
  for (const { row, kind, from, to } of callsOf(trace)) {
    if (kind !== RowKind.delegatecall && kind !== RowKind.callcode) continue;
    if (told.has(to) || isVerified(to) || isPrecompile(to)) continue;
    told.add(to);
    const isNamed = calldata.includes(to.slice(2));
    verdicts.push({
      rule: 'foreign-code',
      severity: isNamed ? 'danger' : 'warning',
      subject: to,
      rows: [row],
      reason: isNamed
        ? 'Code of which nobody verified the source runs as if it were the contract’s own, and the calldata says which: whoever writes the calldata decides what the contract does.'
        : 'Code of which nobody verified the source runs as if it were the contract’s own.',
      evidence: [
        { label: 'Contract', value: from },
        { label: 'Code', value: to },
      ],
    });
  }
  return verdicts;
}

/** Returns the codes that contracts get, by the events that say so. Linear in the rows. */
export function newCodesOf(trace: Trace): Address[] {
  return [...logsOf(trace)].flatMap(({ topics, data }) =>
    topics[0] === UPGRADED || topics[0] === BEACON_UPGRADED ? [codeIn(topics, data)] : [],
  );
}

function codeIn(topics: readonly Hex[], data: Uint8Array): Address {
  return topics.length > 1 ? addressOfTopic(topics[1]) : addressAt(data, 0);
}

/** What happens to contracts that the transaction itself makes is how they begin. */
function events({ trace, isVerified }: SafetySubject): Verdict[] {
  const created = createdIn(trace);
  const verdicts: Verdict[] = [];
  for (const { row, address, topics, data } of logsOf(trace)) {
    if (created.has(address)) continue;
    const about = { subject: address, rows: [row] };
    const [event, first, second] = topics;
    if (event === UPGRADED || event === BEACON_UPGRADED) {
      const code = codeIn(topics, data);
      const isKnown = isVerified(code);
      verdicts.push({
        ...about,
        rule: 'upgrade',
        severity: isKnown ? 'warning' : 'danger',
        reason: isKnown
          ? 'The contract gets other code: from now on it does something else.'
          : 'The contract gets other code, of which nobody verified the source.',
        evidence: [
          { label: 'Contract', value: address },
          { label: 'New code', value: code },
        ],
      });
    } else if (event === ADMIN_CHANGED)
      verdicts.push({
        ...about,
        rule: 'upgrade',
        severity: 'warning',
        reason: 'Somebody else may change the code of the contract from now on.',
        evidence: [
          { label: 'Contract', value: address },
          { label: 'New administrator', value: pick(data, topics, 1) },
        ],
      });
    else if (event === OWNERSHIP && topics.length === 3) {
      const [before, after] = [addressOfTopic(first), addressOfTopic(second)];
      if (before === ZERO_ADDRESS || before === after) continue;
      verdicts.push({
        ...about,
        rule: 'ownership',
        severity: 'warning',
        reason:
          after === ZERO_ADDRESS
            ? 'The contract has no owner any more: what only its owner may do, nobody may from now on.'
            : 'The contract gets another owner, who may do whatever its owner may.',
        evidence: [
          { label: 'Contract', value: address },
          { label: 'Owner before', value: before },
          { label: 'New owner', value: after },
        ],
      });
    }
  }
  return verdicts;
}

/** An argument that some compilers' contracts index and others do not. */
function pick(data: Uint8Array, topics: readonly Hex[], at: number): Address {
  return topics.length > at + 1 ? addressOfTopic(topics[at + 1]) : addressAt(data, at);
}

function ends({ trace }: SafetySubject): Verdict[] {
  const { rows, addresses } = trace;
  const verdicts: Verdict[] = [];
  for (let row = 0; row < rows.length; row++) {
    if (rows.kind[row] !== RowKind.selfdestruct || isUndone(trace, row)) continue;
    const subject = addresses[rows.from[row]];
    verdicts.push({
      rule: 'self-destruct',
      severity: 'warning',
      subject,
      rows: [rowIndex(row)],
      reason:
        'The contract ends itself and gives away its ether. Before Cancun, and where it was made in the same transaction, its code is gone.',
      evidence: [{ label: 'Contract', value: subject }],
    });
  }
  return verdicts;
}
