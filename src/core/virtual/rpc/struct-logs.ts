/** The steps of a replay as go-ethereum's struct logger states them. */

import { bytesToHex, quantityHex, wordHex } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import { type StepColumns, type StepIndex, stepIndex } from '../../evm/recording/steps';
import { opcodeName } from '../../evm/rules/opcodes';
import type { Replay } from '../../replay/replay';
import type { Trace } from '../../trace/rows';
import type { Fields } from '../../values/json-fields';
import type { Form } from './forms';
import { isAbsent, quantityOf } from './parameters';
import { RpcCode, RpcError } from './rpc-error';

/** Steps in one answer at most: beyond it an answer outgrows what clients read. */
const MAX_STRUCT_LOGS = 200_000;
/** Words of stack, memory, returned data and storage in one answer at most: some hundred megabytes of text. */
const MAX_WORDS = 4_000_000;
/** Errors of a frame whose last step was not executed. */
const BEFORE_EXECUTION = /^(out of gas|stack underflow|stack limit reached|gas uint64 overflow)/;

/**
 * Writes go-ethereum's struct logs: one object a step. `options` are those of its struct logger; throws an RpcError
 * where the steps, or what they hold, are too many for one answer.
 */
export function structLogs(replay: Replay, options: Fields): Form {
  const { result, steps } = replay;
  const wanted = isAbsent(options.limit) || options.limit === 0 ? steps.length : quantityOf(options.limit, 'limit');
  const count = Math.min(steps.length, wanted);
  if (count > MAX_STRUCT_LOGS) throw new RpcError(RpcCode.server, `more than ${MAX_STRUCT_LOGS} steps; give a limit`);
  const trace = replay.finish();
  const { rows } = trace;
  const failures = failuresBeforeExecution(steps, trace);
  const depths = new Map<number, number>();
  const depthOf = (row: number): number => {
    const known = depths.get(row);
    if (known !== undefined) return known;
    const depth = row <= 0 ? 1 : depthOf(rows.parent[row]) + 1;
    depths.set(row, depth);
    return depth;
  };
  const storages = new Map<string, Record<string, string>>();
  const logs: Form[] = [];
  let words = 0;
  for (let index = 0; index < count; index++) {
    const step = stepIndex(index);
    const machine = replay.at(step);
    if (machine === undefined) break;
    const { pc, opcode, gas, row, stack } = machine;
    const error = failures.get(step);
    const { storage } = options.disableStorage === true ? {} : storageAt(replay, step, storages);
    if (options.disableStack !== true) words += stack.length;
    if (options.enableMemory === true) words += machine.memory.length / 32;
    if (options.enableReturnData === true) words += machine.returned.length / 32;
    if (storage !== undefined) words += 2 * Object.keys(storage).length;
    if (words > MAX_WORDS)
      throw new RpcError(RpcCode.server, 'the steps hold too many words of stack, memory and storage; give a limit');
    logs.push({
      pc,
      op: opcodeName(opcode),
      gas: Number(gas),
      gasCost: steps.cost(step),
      depth: depthOf(row),
      ...(error === undefined ? {} : { error }),
      ...(options.disableStack === true ? {} : { stack: stack.map(quantityHex) }),
      ...(options.enableMemory === true ? { memory: wordsOf(machine.memory) } : {}),
      ...(options.enableReturnData === true && machine.returned.length > 0
        ? { returnData: bytesToHex(machine.returned) }
        : {}),
      ...(storage === undefined ? {} : { storage }),
    });
  }
  return {
    gas: result?.gasUsed ?? 0,
    failed: result?.success !== true,
    returnValue: bytesToHex(result?.output ?? new Uint8Array(0)),
    structLogs: logs,
  };
}

/**
 * By step, what kept it from being executed: too little gas, or a stack too low or too high. go-ethereum states an
 * error at these steps only; one that failed while it was executed (REVERT, INVALID, a wrong jump) has none there.
 */
function failuresBeforeExecution(
  { stayStart, stayFrame, length }: StepColumns,
  { rows, texts }: Trace,
): ReadonlyMap<StepIndex, string> {
  const lastSteps = new Map<number, StepIndex>();
  for (const [stay, row] of stayFrame.entries()) {
    const end = stayStart[stay + 1] ?? length;
    if (end > stayStart[stay]) lastSteps.set(row, stepIndex(end - 1));
  }
  const failures = new Map<StepIndex, string>();
  for (const [row, step] of lastSteps) {
    const error = texts[rows.error[row]];
    if (error !== undefined && BEFORE_EXECUTION.test(error)) failures.set(step, error);
  }
  return failures;
}

function wordsOf(memory: Uint8Array): Hex[] {
  return Array.from({ length: memory.length / 32 }, (_, at) => wordAt(memory, 32 * at));
}

const DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** 32 bytes as hex, made at once: text that is put together of pieces takes ten times the room. */
function wordAt(memory: Uint8Array, start: number): Hex {
  const codes = new Array<number>(64);
  for (let at = 0; at < 32; at++) {
    const byte = memory[start + at];
    codes[2 * at] = DIGITS[byte >> 4];
    codes[2 * at + 1] = DIGITS[byte & 15];
  }
  return `0x${String.fromCharCode(...codes)}`;
}

/** What SLOAD and SSTORE show: the slots of the account that were reached so far, this one included. */
function storageAt(
  replay: Replay,
  step: ReturnType<typeof stepIndex>,
  storages: Map<string, Record<string, string>>,
): { storage?: Readonly<Record<string, string>> } {
  const machine = replay.at(step);
  if (machine === undefined || (machine.opcode !== 0x54 && machine.opcode !== 0x55)) return {};
  const { stack, self, opcode } = machine;
  const key = stack.at(-1);
  if (key === undefined) return {};
  const account = bytesToHex(self);
  const seen = storages.get(account) ?? {};
  const value = opcode === 0x55 ? stack.at(-2) : replay.storageAt(step)?.storage.get(key);
  seen[wordHex(key)] = wordHex(value ?? 0n);
  storages.set(account, seen);
  return { storage: { ...seen } };
}
