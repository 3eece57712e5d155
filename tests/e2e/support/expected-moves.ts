/**
 * Who moved what to whom, as recorded logs and traces say, read without any of
 * the product's parsers: events of the token standards by viem, values by the
 * trees the nodes answered.
 */
import { decodeEventLog, type Hex, parseAbi } from 'viem';
import { isObject, type Json, type RecordedTransaction } from '../../../tools/conformance/recorded/recordings';
import type { Format } from '../../../tools/conformance/traces/recorded';

/** Addresses and hex in lower case, amounts in the smallest unit. */
export type Move = {
  standard: 'native' | 'ERC-20' | 'ERC-721' | 'ERC-1155';
  /** '' for the chain's currency. */
  token: string;
  /** '' where the standard has none. */
  tokenId: string;
  from: string;
  to: string;
  amount: bigint;
};

const TRANSFER = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const TRANSFER_OF = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed id)']);
const MULTIPLE = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
]);
const WRAPPING = parseAbi([
  'event Deposit(address indexed account, uint256 amount)',
  'event Withdrawal(address indexed account, uint256 amount)',
]);
const NOBODY = `0x${'0'.repeat(40)}`;

/** Of ERC-20, ERC-721 and ERC-1155, in the order of the logs. */
export function tokenMoves(logs: readonly Json[]): Move[] {
  return logs.flatMap((log): Move[] => {
    const token = lower(log.address);
    const single = decoded(TRANSFER, log) ?? decoded(MULTIPLE, log);
    if (single === undefined) {
      const { from, to, id } = decoded(TRANSFER_OF, log)?.args ?? {};
      return id === undefined ? [] : [move('ERC-721', token, id, from, to, 1n)];
    }
    const { args } = single;
    if (!('operator' in args)) return [move('ERC-20', token, undefined, args.from, args.to, args.value)];
    const { from, to } = args;
    if ('id' in args) return [move('ERC-1155', token, args.id, from, to, args.value)];
    if (args.ids.length !== args.values.length) return [];
    return args.ids.map((id, at) => move('ERC-1155', token, id, from, to, args.values[at] as bigint));
  });
}

/** What WETH9's Deposit and Withdrawal would mean; other contracts use the same events for other things. */
export function wrappingMoves(logs: readonly Json[]): Move[] {
  return logs.flatMap((log): Move[] => {
    const event = decoded(WRAPPING, log);
    if (event === undefined) return [];
    const { account, amount } = event.args;
    const [from, to] = event.eventName === 'Deposit' ? [NOBODY, account] : [account, NOBODY];
    return [move('ERC-20', lower(log.address), undefined, from, to, amount)];
  });
}

/** Strict: topics and data of another shape are another event, though it bears the same name. */
function decoded<const A extends typeof TRANSFER | typeof TRANSFER_OF | typeof MULTIPLE | typeof WRAPPING>(
  abi: A,
  { topics, data }: Json,
) {
  try {
    return decodeEventLog({ abi, topics: topics as [Hex, ...Hex[]], data: data as Hex });
  } catch {
    return undefined;
  }
}

/** In the order a page asks for them: the best a node has. */
const ASKED: readonly Format[] = ['callTracer', 'flat'];

/**
 * What calls, creates and self-destructs handed on that was not undone;
 * undefined when no recorded trace tells it whole, or the transaction failed.
 */
export function valueMoves({ traces }: RecordedTransaction): Move[] | undefined {
  for (const format of ASKED) {
    const recording = traces.get(format);
    if (recording === undefined) continue;
    const { result } = recording.read();
    const entries = isObject(result) && Array.isArray(result.trace) ? result.trace : result;
    const told = format === 'callTracer' ? isObject(result) : Array.isArray(entries) && entries.length > 0;
    if (!told) continue;
    if (recording.leavesOut > 0) return undefined;
    return format === 'callTracer' ? ofFrame(result as Json) : ofList((entries as unknown[]).filter(isObject));
  }
  return undefined;
}

function ofFrame(frame: Json, caught = false): Move[] | undefined {
  if (frame.error !== undefined) return caught ? [] : undefined;
  const { type, from, to, value } = frame;
  const calls = (Array.isArray(frame.calls) ? frame.calls : []).filter(isObject);
  return [...handed(type, from, to, value), ...calls.flatMap((call) => ofFrame(call, true) ?? [])];
}

/** Parity's list: what is below a failed entry has its path before its own. */
function ofList(entries: readonly Json[]): Move[] | undefined {
  const failed = new Set(entries.filter(({ error }) => error !== undefined).map((entry) => pathOf(entry).join()));
  if (failed.has('')) return undefined;
  return entries.flatMap((entry) => {
    const path = pathOf(entry);
    if (entry.type === 'reward' || path.some((_, at) => failed.has(path.slice(0, at + 1).join()))) return [];
    const { type, action, result } = entry;
    const { from, to, value, callType, address, refundAddress, balance } = isObject(action) ? action : {};
    if (type === 'suicide') return handed(type, address, refundAddress, balance);
    if (type === 'create') return handed(type, from, isObject(result) ? result.address : undefined, value);
    return handed(callType, from, to, value);
  });
}

function pathOf({ traceAddress }: Json): unknown[] {
  return Array.isArray(traceAddress) ? traceAddress : [];
}

function handed(kind: unknown, from: unknown, to: unknown, value: unknown): Move[] {
  const carries = /^(call|create2?|suicide|selfdestruct)$/i.test(String(kind));
  const amount = BigInt(String(value ?? 0));
  return carries && amount > 0n && to != null ? [move('native', '', undefined, from, to, amount)] : [];
}

function move(
  standard: Move['standard'],
  token: string,
  id: bigint | undefined,
  from: unknown,
  to: unknown,
  amount: bigint,
): Move {
  return { standard, token, tokenId: id === undefined ? '' : String(id), from: lower(from), to: lower(to), amount };
}

function lower(value: unknown): string {
  return String(value).toLowerCase();
}
