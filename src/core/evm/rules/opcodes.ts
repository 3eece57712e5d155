/**
 * The instruction table: name, stack items taken and given, constant gas, and
 * the fork that brought it. Gas that depends on operands is added where the
 * instruction runs (gas.ts). Source: Yellow Paper appendix H and the EIPs named.
 */
import { Fork } from './forks';

export type Opcode = { name: string; pops: number; pushes: number; gas: number; since: Fork };

const table: (Opcode | undefined)[] = new Array(256).fill(undefined);

function define(code: number, name: string, pops: number, pushes: number, gas: number, since: Fork = Fork.frontier) {
  table[code] = { name, pops, pushes, gas, since };
}

define(0x00, 'STOP', 0, 0, 0);
define(0x01, 'ADD', 2, 1, 3);
define(0x02, 'MUL', 2, 1, 5);
define(0x03, 'SUB', 2, 1, 3);
define(0x04, 'DIV', 2, 1, 5);
define(0x05, 'SDIV', 2, 1, 5);
define(0x06, 'MOD', 2, 1, 5);
define(0x07, 'SMOD', 2, 1, 5);
define(0x08, 'ADDMOD', 3, 1, 8);
define(0x09, 'MULMOD', 3, 1, 8);
define(0x0a, 'EXP', 2, 1, 10);
define(0x0b, 'SIGNEXTEND', 2, 1, 5);
define(0x10, 'LT', 2, 1, 3);
define(0x11, 'GT', 2, 1, 3);
define(0x12, 'SLT', 2, 1, 3);
define(0x13, 'SGT', 2, 1, 3);
define(0x14, 'EQ', 2, 1, 3);
define(0x15, 'ISZERO', 1, 1, 3);
define(0x16, 'AND', 2, 1, 3);
define(0x17, 'OR', 2, 1, 3);
define(0x18, 'XOR', 2, 1, 3);
define(0x19, 'NOT', 1, 1, 3);
define(0x1a, 'BYTE', 2, 1, 3);
define(0x1b, 'SHL', 2, 1, 3, Fork.constantinople); // EIP-145
define(0x1c, 'SHR', 2, 1, 3, Fork.constantinople);
define(0x1d, 'SAR', 2, 1, 3, Fork.constantinople);
define(0x1e, 'CLZ', 1, 1, 5, Fork.osaka); // EIP-7939
define(0x20, 'KECCAK256', 2, 1, 30);
define(0x30, 'ADDRESS', 0, 1, 2);
define(0x31, 'BALANCE', 1, 1, 0);
define(0x32, 'ORIGIN', 0, 1, 2);
define(0x33, 'CALLER', 0, 1, 2);
define(0x34, 'CALLVALUE', 0, 1, 2);
define(0x35, 'CALLDATALOAD', 1, 1, 3);
define(0x36, 'CALLDATASIZE', 0, 1, 2);
define(0x37, 'CALLDATACOPY', 3, 0, 3);
define(0x38, 'CODESIZE', 0, 1, 2);
define(0x39, 'CODECOPY', 3, 0, 3);
define(0x3a, 'GASPRICE', 0, 1, 2);
define(0x3b, 'EXTCODESIZE', 1, 1, 0);
define(0x3c, 'EXTCODECOPY', 4, 0, 0);
define(0x3d, 'RETURNDATASIZE', 0, 1, 2, Fork.byzantium); // EIP-211
define(0x3e, 'RETURNDATACOPY', 3, 0, 3, Fork.byzantium);
define(0x3f, 'EXTCODEHASH', 1, 1, 0, Fork.constantinople); // EIP-1052
define(0x40, 'BLOCKHASH', 1, 1, 20);
define(0x41, 'COINBASE', 0, 1, 2);
define(0x42, 'TIMESTAMP', 0, 1, 2);
define(0x43, 'NUMBER', 0, 1, 2);
define(0x44, 'DIFFICULTY', 0, 1, 2); // PREVRANDAO since Paris (EIP-4399)
define(0x45, 'GASLIMIT', 0, 1, 2);
define(0x46, 'CHAINID', 0, 1, 2, Fork.istanbul); // EIP-1344
define(0x47, 'SELFBALANCE', 0, 1, 5, Fork.istanbul); // EIP-1884
define(0x48, 'BASEFEE', 0, 1, 2, Fork.london); // EIP-3198
define(0x49, 'BLOBHASH', 1, 1, 3, Fork.cancun); // EIP-4844
define(0x4a, 'BLOBBASEFEE', 0, 1, 2, Fork.cancun); // EIP-7516
define(0x50, 'POP', 1, 0, 2);
define(0x51, 'MLOAD', 1, 1, 3);
define(0x52, 'MSTORE', 2, 0, 3);
define(0x53, 'MSTORE8', 2, 0, 3);
define(0x54, 'SLOAD', 1, 1, 0);
define(0x55, 'SSTORE', 2, 0, 0);
define(0x56, 'JUMP', 1, 0, 8);
define(0x57, 'JUMPI', 2, 0, 10);
define(0x58, 'PC', 0, 1, 2);
define(0x59, 'MSIZE', 0, 1, 2);
define(0x5a, 'GAS', 0, 1, 2);
define(0x5b, 'JUMPDEST', 0, 0, 1);
define(0x5c, 'TLOAD', 1, 1, 100, Fork.cancun); // EIP-1153
define(0x5d, 'TSTORE', 2, 0, 100, Fork.cancun);
define(0x5e, 'MCOPY', 3, 0, 3, Fork.cancun); // EIP-5656
define(0x5f, 'PUSH0', 0, 1, 2, Fork.shanghai); // EIP-3855
for (let n = 1; n <= 32; n++) define(0x5f + n, `PUSH${n}`, 0, 1, 3);
for (let n = 1; n <= 16; n++) define(0x7f + n, `DUP${n}`, n, n + 1, 3);
for (let n = 1; n <= 16; n++) define(0x8f + n, `SWAP${n}`, n + 1, n + 1, 3);
for (let n = 0; n <= 4; n++) define(0xa0 + n, `LOG${n}`, 2 + n, 0, 375 * (n + 1));
define(0xf0, 'CREATE', 3, 1, 32000);
define(0xf1, 'CALL', 7, 1, 0);
define(0xf2, 'CALLCODE', 7, 1, 0);
define(0xf3, 'RETURN', 2, 0, 0);
define(0xf4, 'DELEGATECALL', 6, 1, 0, Fork.homestead); // EIP-7
define(0xf5, 'CREATE2', 4, 1, 32000, Fork.constantinople); // EIP-1014
define(0xfa, 'STATICCALL', 6, 1, 0, Fork.byzantium); // EIP-214
define(0xfd, 'REVERT', 2, 0, 0, Fork.byzantium); // EIP-140
define(0xfe, 'INVALID', 0, 0, 0);
define(0xff, 'SELFDESTRUCT', 1, 0, 0);

/** The instruction of a byte, or undefined when no fork defines it. */
export function opcode(code: number): Opcode | undefined {
  return table[code];
}

/** `ADD`, or `opcode 0x0c not defined` as geth words it. */
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
  if (code <= 0x1e) return code !== 0x00 && code !== 0x0a; // all arithmetic but EXP
  if (code >= 0x5f && code <= 0x9f) return true; // PUSH, DUP, SWAP
  if (code >= 0x30 && code <= 0x4a) return code <= 0x3a ? !SPECIAL.has(code) : code === 0x3d || code > 0x40;
  return code === 0x50 || code === 0x51 || code === 0x52 || (code >= 0x56 && code <= 0x59) || code === 0x5b;
}

/** BALANCE and the copies. */
const SPECIAL = new Set([0x31, 0x37, 0x39]);

const sets: (InstructionSet | undefined)[] = [];

/** The instruction set in force at `fork`; made once per fork. */
export function instructionSet(fork: Fork): InstructionSet {
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
    if (!entry || entry.since > fork || code === 0xfe) continue;
    set.defined[code] = 1;
    set.pops[code] = entry.pops;
    set.growth[code] = entry.pushes - entry.pops;
    set.gas[code] = entry.gas;
    set.simple[code] = isSimple(code) ? 1 : 0;
  }
  sets[fork] = set;
  return set;
}
