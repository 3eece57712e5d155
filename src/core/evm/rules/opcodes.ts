/**
 * The instruction table: name, stack items taken and given, constant gas, and
 * the fork that brought it. Gas that depends on operands is added where the
 * instruction runs (gas.ts). Source: Yellow Paper appendix H and the EIPs named.
 */
import { Fork } from './forks';
import { pricesOf } from './gas';
import * as Op from './opcode-bytes';

export type Opcode = { name: string; pops: number; pushes: number; gas: number; since: Fork };

const table: (Opcode | undefined)[] = new Array(256).fill(undefined);

function define(code: number, name: string, pops: number, pushes: number, gas: number, since: Fork = Fork.frontier) {
  table[code] = { name, pops, pushes, gas, since };
}

define(Op.STOP, 'STOP', 0, 0, 0);
define(Op.ADD, 'ADD', 2, 1, 3);
define(Op.MUL, 'MUL', 2, 1, 5);
define(Op.SUB, 'SUB', 2, 1, 3);
define(Op.DIV, 'DIV', 2, 1, 5);
define(Op.SDIV, 'SDIV', 2, 1, 5);
define(Op.MOD, 'MOD', 2, 1, 5);
define(Op.SMOD, 'SMOD', 2, 1, 5);
define(Op.ADDMOD, 'ADDMOD', 3, 1, 8);
define(Op.MULMOD, 'MULMOD', 3, 1, 8);
define(Op.EXP, 'EXP', 2, 1, 10);
define(Op.SIGNEXTEND, 'SIGNEXTEND', 2, 1, 5);
define(Op.LT, 'LT', 2, 1, 3);
define(Op.GT, 'GT', 2, 1, 3);
define(Op.SLT, 'SLT', 2, 1, 3);
define(Op.SGT, 'SGT', 2, 1, 3);
define(Op.EQ, 'EQ', 2, 1, 3);
define(Op.ISZERO, 'ISZERO', 1, 1, 3);
define(Op.AND, 'AND', 2, 1, 3);
define(Op.OR, 'OR', 2, 1, 3);
define(Op.XOR, 'XOR', 2, 1, 3);
define(Op.NOT, 'NOT', 1, 1, 3);
define(Op.BYTE, 'BYTE', 2, 1, 3);
define(Op.SHL, 'SHL', 2, 1, 3, Fork.constantinople); // EIP-145
define(Op.SHR, 'SHR', 2, 1, 3, Fork.constantinople);
define(Op.SAR, 'SAR', 2, 1, 3, Fork.constantinople);
define(Op.CLZ, 'CLZ', 1, 1, 5, Fork.osaka); // EIP-7939
define(Op.KECCAK256, 'KECCAK256', 2, 1, 30);
define(Op.ADDRESS, 'ADDRESS', 0, 1, 2);
define(Op.BALANCE, 'BALANCE', 1, 1, 0);
define(Op.ORIGIN, 'ORIGIN', 0, 1, 2);
define(Op.CALLER, 'CALLER', 0, 1, 2);
define(Op.CALLVALUE, 'CALLVALUE', 0, 1, 2);
define(Op.CALLDATALOAD, 'CALLDATALOAD', 1, 1, 3);
define(Op.CALLDATASIZE, 'CALLDATASIZE', 0, 1, 2);
define(Op.CALLDATACOPY, 'CALLDATACOPY', 3, 0, 3);
define(Op.CODESIZE, 'CODESIZE', 0, 1, 2);
define(Op.CODECOPY, 'CODECOPY', 3, 0, 3);
define(Op.GASPRICE, 'GASPRICE', 0, 1, 2);
define(Op.EXTCODESIZE, 'EXTCODESIZE', 1, 1, 0);
define(Op.EXTCODECOPY, 'EXTCODECOPY', 4, 0, 0);
define(Op.RETURNDATASIZE, 'RETURNDATASIZE', 0, 1, 2, Fork.byzantium); // EIP-211
define(Op.RETURNDATACOPY, 'RETURNDATACOPY', 3, 0, 3, Fork.byzantium);
define(Op.EXTCODEHASH, 'EXTCODEHASH', 1, 1, 0, Fork.constantinople); // EIP-1052
define(Op.BLOCKHASH, 'BLOCKHASH', 1, 1, 20);
define(Op.COINBASE, 'COINBASE', 0, 1, 2);
define(Op.TIMESTAMP, 'TIMESTAMP', 0, 1, 2);
define(Op.NUMBER, 'NUMBER', 0, 1, 2);
define(Op.DIFFICULTY, 'DIFFICULTY', 0, 1, 2); // PREVRANDAO since Paris (EIP-4399)
define(Op.GASLIMIT, 'GASLIMIT', 0, 1, 2);
define(Op.CHAINID, 'CHAINID', 0, 1, 2, Fork.istanbul); // EIP-1344
define(Op.SELFBALANCE, 'SELFBALANCE', 0, 1, 5, Fork.istanbul); // EIP-1884
define(Op.BASEFEE, 'BASEFEE', 0, 1, 2, Fork.london); // EIP-3198
define(Op.BLOBHASH, 'BLOBHASH', 1, 1, 3, Fork.cancun); // EIP-4844
define(Op.BLOBBASEFEE, 'BLOBBASEFEE', 0, 1, 2, Fork.cancun); // EIP-7516
define(Op.SLOTNUM, 'SLOTNUM', 0, 1, 2, Fork.amsterdam); // EIP-7843
define(Op.POP, 'POP', 1, 0, 2);
define(Op.MLOAD, 'MLOAD', 1, 1, 3);
define(Op.MSTORE, 'MSTORE', 2, 0, 3);
define(Op.MSTORE8, 'MSTORE8', 2, 0, 3);
define(Op.SLOAD, 'SLOAD', 1, 1, 0);
define(Op.SSTORE, 'SSTORE', 2, 0, 0);
define(Op.JUMP, 'JUMP', 1, 0, 8);
define(Op.JUMPI, 'JUMPI', 2, 0, 10);
define(Op.PC, 'PC', 0, 1, 2);
define(Op.MSIZE, 'MSIZE', 0, 1, 2);
define(Op.GAS, 'GAS', 0, 1, 2);
define(Op.JUMPDEST, 'JUMPDEST', 0, 0, 1);
define(Op.TLOAD, 'TLOAD', 1, 1, 100, Fork.cancun); // EIP-1153
define(Op.TSTORE, 'TSTORE', 2, 0, 100, Fork.cancun);
define(Op.MCOPY, 'MCOPY', 3, 0, 3, Fork.cancun); // EIP-5656
define(Op.PUSH0, 'PUSH0', 0, 1, 2, Fork.shanghai); // EIP-3855
for (let n = 1; n <= 32; n++) define(Op.PUSH0 + n, `PUSH${n}`, 0, 1, 3);
for (let n = 1; n <= 16; n++) define(Op.DUP1 + n - 1, `DUP${n}`, n, n + 1, 3);
for (let n = 1; n <= 16; n++) define(Op.SWAP1 + n - 1, `SWAP${n}`, n + 1, n + 1, 3);
for (let n = 0; n <= 4; n++) define(Op.LOG0 + n, `LOG${n}`, 2 + n, 0, 375 * (n + 1));
// EIP-8024. The byte behind them says which items; how deep the stack must be is checked where they run.
define(Op.DUPN, 'DUPN', 0, 1, 3, Fork.amsterdam);
define(Op.SWAPN, 'SWAPN', 0, 0, 3, Fork.amsterdam);
define(Op.EXCHANGE, 'EXCHANGE', 0, 0, 3, Fork.amsterdam);
define(Op.CREATE, 'CREATE', 3, 1, 32000); // its price is the fork's (gas.ts)
define(Op.CALL, 'CALL', 7, 1, 0);
define(Op.CALLCODE, 'CALLCODE', 7, 1, 0);
define(Op.RETURN, 'RETURN', 2, 0, 0);
define(Op.DELEGATECALL, 'DELEGATECALL', 6, 1, 0, Fork.homestead); // EIP-7
define(Op.CREATE2, 'CREATE2', 4, 1, 32000, Fork.constantinople); // EIP-1014
define(Op.STATICCALL, 'STATICCALL', 6, 1, 0, Fork.byzantium); // EIP-214
define(Op.REVERT, 'REVERT', 2, 0, 0, Fork.byzantium); // EIP-140
define(Op.INVALID, 'INVALID', 0, 0, 0);
define(Op.SELFDESTRUCT, 'SELFDESTRUCT', 1, 0, 0);

/** Returns the instruction of a byte, or undefined when no fork defines it. */
export function opcode(code: number): Opcode | undefined {
  return table[code];
}

/** Returns `ADD`, or `opcode 0x0c not defined` as geth words it. */
export function opcodeName(code: number): string {
  return table[code]?.name ?? `opcode 0x${code.toString(16)} not defined`;
}

/** The table of one fork, as columns indexed by the byte. */
export type InstructionSet = {
  defined: Uint8Array; // 1 when the fork has it
  pops: Uint8Array;
  /** Stack items after, minus before. */
  growth: Int8Array;
  gas: Uint16Array; // constant part
  /** 1 for instructions that a segment may hold (segments.ts). */
  simple: Uint8Array;
};

/** Whether the instruction's price is constant and it touches nothing but stack, pc and memory that is there. */
function isSimple(code: number): boolean {
  if (code >= Op.ADD && code <= Op.CLZ) return code !== Op.EXP;
  if (code >= Op.PUSH0 && code <= Op.SWAP16) return true;
  return SIMPLE.has(code);
}

/** The simple instructions beside arithmetic, PUSH, DUP and SWAP. */
const SIMPLE = new Set<number>([
  ...[Op.ADDRESS, Op.ORIGIN, Op.CALLER, Op.CALLVALUE, Op.CALLDATALOAD, Op.CALLDATASIZE, Op.CODESIZE, Op.GASPRICE],
  ...[Op.RETURNDATASIZE, Op.COINBASE, Op.TIMESTAMP, Op.NUMBER, Op.DIFFICULTY, Op.GASLIMIT, Op.CHAINID],
  ...[Op.SELFBALANCE, Op.BASEFEE, Op.BLOBHASH, Op.BLOBBASEFEE, Op.SLOTNUM],
  ...[Op.POP, Op.MLOAD, Op.MSTORE, Op.JUMP, Op.JUMPI, Op.PC, Op.MSIZE, Op.JUMPDEST],
]);

function isCreate(code: number): boolean {
  return code === Op.CREATE || code === Op.CREATE2;
}

/** Instruction sets by fork. Each list of lacking instructions has sets of its own. */
type Sets = (InstructionSet | undefined)[];
const NONE: readonly number[] = [];
const setsWithout = new WeakMap<readonly number[], Sets>([[NONE, []]]);

/** Returns the instruction set in force at `fork` without the instructions `lacking`; made once per fork and array. */
export function instructionSet(fork: Fork, lacking: readonly number[] = NONE): InstructionSet {
  const sets = setsWithout.get(lacking) ?? [];
  setsWithout.set(lacking, sets);
  const known = sets[fork];
  if (known) return known;
  const set: InstructionSet = {
    defined: new Uint8Array(256),
    pops: new Uint8Array(256),
    growth: new Int8Array(256),
    gas: new Uint16Array(256),
    simple: new Uint8Array(256),
  };
  for (let code = 0; code < 256; code++) {
    const entry = table[code];
    // INVALID is designated (EIP-141) and halts like an undefined byte.
    if (!entry || entry.since > fork || code === Op.INVALID || lacking.includes(code)) continue;
    set.defined[code] = 1;
    set.pops[code] = entry.pops;
    set.growth[code] = entry.pushes - entry.pops;
    set.gas[code] = isCreate(code) ? pricesOf(fork).create : entry.gas;
    set.simple[code] = isSimple(code) ? 1 : 0;
  }
  sets[fork] = set;
  return set;
}
