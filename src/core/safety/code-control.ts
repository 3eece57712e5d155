/** Who decides what the code of a contract is: code of others, upgrades, owners, the end of a contract. */

import { toEventSelector } from 'viem';
import { isAddress } from '../chain/address-shape';
import { bytesToHex } from '../chain/hex';
import { isPrecompile } from '../chain/precompiles';
import type { Address, Hex } from '../chain/primitives';
import { ZERO_ADDRESS } from '../chain/zero-address';
import { createdIn } from '../trace/row-fields';
import { RowKind, rowIndex, type Trace } from '../trace/rows';
import { addressAt, addressOfTopic, callsOf, isUndone, logsOf, type SafetySubject } from './subject';
import type { Verdict } from './verdict';

const UPGRADED = toEventSelector('Upgraded(address)');
const BEACON_UPGRADED = toEventSelector('BeaconUpgraded(address)');
const ADMIN_CHANGED = toEventSelector('AdminChanged(address,address)');
const OWNERSHIP = toEventSelector('OwnershipTransferred(address,address)');

export function checkCodeControl(subject: SafetySubject): Verdict[] {
  return [...foreignCode(subject), ...events(subject), ...withoutEvent(subject), ...ends(subject)];
}

/** Variables that say who may do what only one may, and whose code runs, by the last name of their path. */
const OWNERS = /^_*(?:contract|proxy)?(?:owner|admin|governor|governance|gov|guardian|authority|controller|timelock)$/i;
const CODES = /^_*(?:proxy)?(?:implementation|implementationAddress|impl|beacon|logic|singleton|masterCopy|delegate)$/i;

/** Entries of mappings that let one more account do what only some may, and flags that say so; roles as OpenZeppelin's 4 and 5 hold them, and plainly. */
const ONE_MORE =
  /(?:^|\.)_*(?:wards|is(?:Owner|Admin|Minter|Authorized|Governor|Guardian|Keeper|Manager|Operator|Signer)|owners|admins|minters|authorized|governors|guardians|keepers|managers|operators|signers|(?:_*roles|hasRole)\[[^\]]*\](?:\.members|\.hasRole)?)\[(0x[0-9a-f]{40})\]$/i;

/** Owners and codes of contracts that change, and owners that are added, while no event of the contract names the new one. */
function withoutEvent({ trace, variables }: SafetySubject): Verdict[] {
  const created = createdIn(trace);
  return variables.flatMap(({ address, path, before, after, isCode }): Verdict[] => {
    const added = ONE_MORE.exec(path)?.[1]?.toLowerCase() as Address | undefined;
    if (added !== undefined && isNo(before) && isYes(after) && !created.has(address) && !isTold(trace, address, added))
      return [
        {
          rule: 'ownership',
          severity: 'danger',
          subject: address,
          rows: [],
          reason:
            'One more account may do what only some may, and no event says so: who watches the events of the contract does not hear of it.',
          evidence: [
            { label: 'Contract', value: address },
            { label: 'Variable', value: path },
            { label: 'Account', value: added },
          ],
        },
      ];
    const name = path.slice(path.lastIndexOf('.') + 1);
    const isOwner = !isCode && OWNERS.test(name);
    const [old, given] = [before.toLowerCase() as Address, after.toLowerCase() as Address];
    if ((!isOwner && !isCode && !CODES.test(name)) || created.has(address) || old === ZERO_ADDRESS || old === given)
      return [];
    if (!isAddress(given) || isTold(trace, address, given)) return [];
    return [
      {
        rule: isOwner ? 'ownership' : 'upgrade',
        severity: 'danger',
        subject: address,
        rows: [],
        reason: isOwner
          ? 'The contract gets another owner, and no event says so: who watches its events does not hear of it.'
          : 'The contract gets other code, and no event says so: who watches its events does not hear of it.',
        evidence: [
          { label: 'Contract', value: address },
          { label: 'Variable', value: path },
          { label: 'Before', value: old },
          { label: 'After', value: given },
        ],
      },
    ];
  });
}

function isNo(text: string): boolean {
  return text === 'false' || text === '0';
}

function isYes(text: string): boolean {
  return text === 'true' || text === '1';
}

/** Whether an event of the contract has the address in it. */
function isTold(trace: Trace, contract: Address, address: Address): boolean {
  const digits = address.slice(2);
  return [...logsOf(trace)].some(
    (log) =>
      log.address === contract && (log.topics.join('').includes(digits) || bytesToHex(log.data).includes(digits)),
  );
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
        ? 'Unverified code runs as if it were the contract’s own, and the calldata chooses it: whoever writes the calldata decides what the contract does.'
        : 'Unverified code runs as if it were the contract’s own.',
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

/**
 * Finds changes of control by events. Contracts that the transaction itself makes are left out: that is how they begin.
 */
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
          ? 'The contract gets other code: its behaviour changes from now on.'
          : 'The contract gets other, unverified code.',
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
            ? 'The contract has no owner any more: nobody can call its owner functions from now on.'
            : 'The contract gets another owner, who may call all owner functions.',
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
        'The contract destroys itself and sends away its ether. Before Cancun, and where it was made in the same transaction, its code is gone.',
      evidence: [{ label: 'Contract', value: subject }],
    });
  }
  return verdicts;
}
