/** Where assets go from which nobody gets them back, or not whom they were meant for. */
import { toFunctionSelector } from 'viem';
import { bytesToHex, hexToBytes } from '../chain/hex';
import { isPrecompile } from '../chain/precompiles';
import type { Address, Hex } from '../chain/primitives';
import { ZERO_ADDRESS } from '../chain/zero-address';
import { endsCode, findAuxdata } from '../contract/matching/auxdata';
import { hasOpcode, proxyInCode } from '../contract/proxies/proxy';
import * as Op from '../evm/rules/opcode-bytes';
import { endsOf } from '../tokens/poisoning';
import { RowKind, type Trace } from '../trace/rows';
import { computeTransfers, type Transfer } from '../trace/transfers';
import { addressAt, callsOf, isUndone, type SafetySubject, transfersOf } from './subject';
import type { Verdict } from './verdict';

/** Functions that move tokens to somebody, with the position of that argument. */
const MOVES: ReadonlyMap<string, number> = new Map([
  [toFunctionSelector('transfer(address,uint256)'), 0],
  [toFunctionSelector('transferFrom(address,address,uint256)'), 1],
  [toFunctionSelector('safeTransferFrom(address,address,uint256)'), 1],
  [toFunctionSelector('safeTransferFrom(address,address,uint256,bytes)'), 1],
  [toFunctionSelector('safeTransferFrom(address,address,uint256,uint256,bytes)'), 1],
  [toFunctionSelector('safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'), 1],
]);

export function checkRecipients(subject: SafetySubject): Verdict[] {
  return [
    ...toTokens(subject),
    ...toOtherToken(subject),
    ...toStuck(subject),
    ...toNobody(subject),
    ...lookAlikes(subject),
  ];
}

/** Returns the accounts that calls of the trace move tokens to, each once. Linear in the rows. */
export function tokenRecipients(trace: Trace): Address[] {
  return [...new Set([...callsOf(trace)].flatMap(({ input }) => recipientIn(input) ?? []))];
}

/** Opcodes that can move tokens: a contract has to call them, by itself or in code that it runs or makes. */
const CALLS = [Op.CALL, Op.CALLCODE, Op.DELEGATECALL, Op.CREATE, Op.CREATE2];

/** Opcodes that can move ether: SELFDESTRUCT sends the whole balance. */
const PAYS = [...CALLS, Op.SELFDESTRUCT];

/** Whether the code of a contract has none of the opcodes. Accounts that delegate have a key (EIP-7702). */
function hasNone(code: Hex | undefined, opcodes: readonly number[]): boolean {
  if (code === undefined || code === '0x' || proxyInCode(code) !== undefined) return false;
  const bytes = hexToBytes(code);
  // What compilers append is no code.
  const auxdata = findAuxdata(bytes).at(-1);
  return !hasOpcode(endsCode(auxdata, bytes) ? bytesToHex(bytes.subarray(0, auxdata.start)) : code, opcodes);
}

/**
 * Finds, by calls, tokens for a contract whose code has no way to move them on, and ether that the sender sends to one
 * without calling anything. A function that takes ether may be meant to keep it, as that of the deposit contract of
 * validators.
 */
function toStuck({ trace, codeOf }: SafetySubject): Verdict[] {
  const verdicts: Verdict[] = [];
  for (const { row, kind, to, value, input } of callsOf(trace)) {
    if (row === 0 && value > 0n && input.length === 0 && hasNone(codeOf(to), PAYS))
      verdicts.push({
        rule: 'to-stuck',
        severity: 'danger',
        subject: to,
        rows: [row],
        reason: 'Ether goes to a contract whose code can send nothing: it can never pay it out, nor can anybody else.',
        evidence: [
          { label: 'Recipient', value: to },
          { label: 'Amount', value: `${value} wei` },
        ],
      });
    const recipient = kind === RowKind.call ? recipientIn(input) : undefined;
    if (recipient === undefined || recipient === to || !hasNone(codeOf(recipient), CALLS)) continue;
    verdicts.push({
      rule: 'to-stuck',
      severity: 'danger',
      subject: recipient,
      rows: [row],
      reason: 'Tokens go to a contract whose code can call nobody: it can never move them, nor can anybody else.',
      evidence: [
        { label: 'Token', value: to },
        { label: 'Recipient', value: recipient },
      ],
    });
  }
  return verdicts;
}

/**
 * Finds, by calls and events, tokens that go to their own contract. A token may collect a fee in its own contract,
 * which no call names as the recipient. What the contract gives away or burns later was meant, as shares of a pool are
 * when liquidity is removed.
 */
function toTokens(subject: SafetySubject): Verdict[] {
  const { trace } = subject;
  const verdicts: Verdict[] = [];
  /** What leaves the contract of its own token after the transfer that is looked at, by token and item. */
  const leaving = new Map<string, bigint>();
  for (const transfer of transfersOf(subject).reverse()) {
    const { row, token, tokenId, to, from, amount, wrapping } = transfer;
    if (token === undefined || from === to || wrapping || isUndone(trace, row)) continue;
    const asset = `${token} ${tokenId}`;
    const later = leaving.get(asset) ?? 0n;
    if (from === token) leaving.set(asset, later + amount);
    if (to !== token || amount === 0n || !isNamedByCall(trace, transfer)) continue;
    if (later >= amount) {
      leaving.set(asset, later - amount);
      continue;
    }
    verdicts.push({
      rule: 'to-token',
      severity: 'danger',
      subject: token,
      rows: [row],
      reason: 'Tokens go to the contract of the token itself. Few contracts can give them back.',
      evidence: [
        { label: 'Token', value: token },
        { label: 'Amount', value: amount.toString() },
      ],
    });
  }
  return verdicts.reverse();
}

/** Whether the event is of a call of a function that moves tokens to the recipient, or of code that ran for that call. */
function isNamedByCall({ rows, payload }: Trace, { row, to }: Transfer): boolean {
  let frame = row as number;
  do {
    frame = rows.parent[frame];
    if (frame < 0) return false;
    const start = rows.inputStart[frame];
    if (recipientIn(payload.subarray(start, start + rows.inputLength[frame])) === to) return true;
  } while (rows.kind[frame] === RowKind.delegatecall || rows.kind[frame] === RowKind.callcode);
  return false;
}

/** transfer(address,uint256) and decimals(), as a dispatcher compares with them (PUSH4). */
const OF_TOKENS = ['63a9059cbb', '63313ce567'];

/**
 * By the call of the sender alone: tokens for the contract of another token, which hears nothing of it. Pairs are such
 * tokens, too, and whoever comes next takes what they were sent so.
 */
function toOtherToken({ trace, codeOf }: SafetySubject): Verdict[] {
  const [first, ...others] = callsOf(trace);
  const recipient = first?.kind === RowKind.call ? recipientIn(first.input) : undefined;
  if (first?.row !== 0 || recipient === undefined || recipient === first.to) return [];
  const code = codeOf(recipient);
  if (code === undefined || !OF_TOKENS.every((push) => code.includes(push))) return [];
  if (hasNone(code, CALLS) || others.some(({ to }) => to === recipient)) return [];
  return [
    {
      rule: 'to-token',
      severity: 'warning',
      subject: recipient,
      rows: [first.row],
      reason:
        'Tokens go to the contract of another token, which does not hear of it. Few contracts can give them back.',
      evidence: [
        { label: 'Token', value: first.to },
        { label: 'Recipient', value: recipient },
      ],
    },
  ];
}

/**
 * Finds, by calls, tokens and ether that go to addresses of nobody. An event to the zero address is how tokens are
 * burnt, which is meant.
 */
function toNobody({ trace }: SafetySubject): Verdict[] {
  const verdicts: Verdict[] = [];
  for (const { row, kind, to, value, input } of callsOf(trace)) {
    if (kind !== RowKind.call) continue;
    const recipient = recipientIn(input);
    const isTokenLost = recipient !== undefined && isNobody(recipient);
    if (!isTokenLost && !(value > 0n && isNobody(to))) continue;
    const isZero = (isTokenLost ? recipient : to) === ZERO_ADDRESS;
    verdicts.push({
      rule: 'to-zero',
      severity: 'danger',
      subject: to,
      rows: [row],
      reason: `It goes to ${isZero ? 'the zero address' : 'a precompile'}, for which nobody has a key: it is lost.`,
      evidence: isTokenLost ? [{ label: 'Token', value: to }] : [{ label: 'Amount', value: `${value} wei` }],
    });
  }
  return verdicts;
}

/** Whether no key and no code can move what the address has. */
function isNobody(address: Address): boolean {
  return address === ZERO_ADDRESS || isPrecompile(address);
}

/** To whom the calldata moves tokens; undefined where it calls no function of MOVES, or is too short for it. */
function recipientIn(input: Uint8Array): Address | undefined {
  const argument = MOVES.get(bytesToHex(input.subarray(0, 4)));
  if (argument === undefined || input.length < 4 + 32 * (argument + 2)) return undefined;
  return addressAt(input.subarray(4), argument);
}

function lookAlikes({ trace, sender, known }: SafetySubject): Verdict[] {
  const byEnds = new Map<string, Address>();
  for (const address of known) if (!byEnds.has(endsOf(address))) byEnds.set(endsOf(address), address);
  const told = new Set<Address>();
  return computeTransfers(trace).flatMap(({ row, from, to }): Verdict[] => {
    if (from !== sender || known.has(to) || told.has(to) || isUndone(trace, row)) return [];
    const original = byEnds.get(endsOf(to));
    if (original === undefined || original === to) return [];
    told.add(to);
    return [
      {
        rule: 'look-alike',
        severity: 'danger',
        subject: to,
        rows: [row],
        reason: 'The recipient begins and ends like an address that you know, but is another one.',
        evidence: [
          { label: 'Recipient', value: to },
          { label: 'Address that you know', value: original },
        ],
      },
    ];
  });
}
